package dev.caravan.account;

import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets the first person in: a user with a password that only who owns the data folder can read, and that holds once. */
public final class FirstAdministrator {
    /** The name of the first user. */
    public static final String NAME = "admin";

    /** The file of its password, in the folder of everything that is kept. */
    public static final String FILE = "first-administrator";

    private static final Logger LOG = LoggerFactory.getLogger(FirstAdministrator.class);

    private FirstAdministrator() {}

    /** Makes the user where there is none at all. */
    public static void make(Accounts accounts, Path data) throws IOException {
        Path file = data.resolve(FILE);
        if (!accounts.isEmpty()) {
            return;
        }
        String password = Secrets.next();
        OwnerFile.write(file, password + "\n");
        try {
            accounts.add(NAME, Turn.EVERYBODY, EnumSet.allOf(Role.class), password);
        } catch (BadRequest e) {
            // another server on the same database was first, and has the password
            Files.deleteIfExists(file);
            LOG.debug("the first administrator is there already", e);
            return;
        }
        LOG.info(
                "There is one user, {}, whose password stands in {}; it has to be changed at the first login",
                NAME,
                file);
    }
}
