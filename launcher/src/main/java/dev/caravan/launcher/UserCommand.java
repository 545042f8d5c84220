package dev.caravan.launcher;

import dev.caravan.account.Account;
import dev.caravan.account.Accounts;
import dev.caravan.account.Accounts.UserChange;
import dev.caravan.account.AuditLog;
import dev.caravan.account.Passwords;
import dev.caravan.account.Role;
import dev.caravan.app.Settings;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Turn;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks after users in the database of conversations, as whoever owns the data folder or knows its password. */
@Command(
        name = "user",
        description = {
            "Add, change and list users (security.login: local); a server may run meanwhile.",
            "A password is made here, shown once, and has to be changed at the next login."
        },
        mixinStandardHelpOptions = true)
final class UserCommand {
    private static final String ROLES = "asker, editor, operator, administrator";

    /** What a command does with the users. */
    @FunctionalInterface
    private interface Work {
        void on(Accounts accounts);
    }

    @Command(description = "List them.", mixinStandardHelpOptions = true)
    int list() throws IOException {
        return run("", "", accounts -> {
            List<List<String>> rows = new ArrayList<>();
            rows.add(List.of("name", "tenant", "roles", "state", "made"));
            for (Map<String, Object> user : accounts.users()) {
                String state = user.get("disabled").equals(true)
                        ? "disabled"
                        : user.get("password_to_change").equals(true) ? "password to change" : "active";
                rows.add(List.of(
                        text(user.get("name")),
                        text(user.get("tenant")),
                        ((List<?>) user.get("roles"))
                                .stream().map(UserCommand::text).collect(Collectors.joining(",")),
                        state,
                        text(user.get("created_at")).substring(0, 10)));
            }
            rows.forEach(row -> System.out.println(
                    String.format("%-24s %-16s %-40s %-20s %s", row.toArray()).stripTrailing()));
        });
    }

    private static String text(Object value) {
        return String.valueOf(value);
    }

    @Command(description = "Add one, and show the first password.", mixinStandardHelpOptions = true)
    int add(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--tenant", paramLabel = "TENANT", defaultValue = Turn.EVERYBODY) String tenant,
            @Option(names = "--roles", paramLabel = "ROLE", split = ",", defaultValue = "asker") List<String> roles)
            throws IOException {
        Set<Role> granted = roles(roles);
        String password = Passwords.made();
        return run("user.add", name, accounts -> {
            accounts.add(name, tenant, granted, password);
            System.out.println("Added. The first password of " + name + ": " + password);
        });
    }

    @Command(description = "Give one these roles and no others; sessions end.", mixinStandardHelpOptions = true)
    int roles(
            @Parameters(paramLabel = "NAME") String name,
            @Parameters(paramLabel = "ROLE", split = ",", arity = "1..*", description = "Of " + ROLES + ".")
                    List<String> roles)
            throws IOException {
        Set<Role> granted = roles(roles);
        return change(
                name,
                "roles",
                new UserChange(Optional.of(granted), Optional.empty(), Optional.empty(), Optional.empty()));
    }

    @Command(
            description = "Give one a new password and show it; sessions end, and a lock is lifted.",
            mixinStandardHelpOptions = true)
    int password(@Parameters(paramLabel = "NAME") String name) throws IOException {
        String password = Passwords.made();
        int code = change(
                name,
                "password",
                new UserChange(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(password)));
        System.out.println("The password of " + name + ": " + password);
        return code;
    }

    @Command(description = "Let one in no more; what they asked stays.", mixinStandardHelpOptions = true)
    int disable(@Parameters(paramLabel = "NAME") String name) throws IOException {
        return change(
                name,
                "disable",
                new UserChange(Optional.empty(), Optional.empty(), Optional.of(true), Optional.empty()));
    }

    @Command(description = "Let one in again.", mixinStandardHelpOptions = true)
    int enable(@Parameters(paramLabel = "NAME") String name) throws IOException {
        return change(
                name,
                "enable",
                new UserChange(Optional.empty(), Optional.empty(), Optional.of(false), Optional.empty()));
    }

    private static int change(String name, String what, UserChange change) throws IOException {
        return run("user." + what, name, accounts -> {
            accounts.change(name, change);
            System.out.println("Done: " + what + " of " + name + ".");
        });
    }

    private static Set<Role> roles(List<String> codes) {
        List<String> unknown =
                codes.stream().filter(code -> Role.of(code).isEmpty()).toList();
        if (!unknown.isEmpty()) {
            throw new StartFailure("There is no role " + String.join(", ", unknown) + "; there are " + ROLES + ".");
        }
        return codes.stream()
                .flatMap(code -> Role.of(code).stream())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Role.class)));
    }

    /** @param action for the audit log; empty where nothing is changed */
    private static int run(String action, String name, Work work) throws IOException {
        Settings settings = Settings.load(Home.find(), Map.of());
        try (StateConnection state = StateConnection.open(settings)) {
            DataSource source = new SingleConnectionDataSource(state.connection(), true);
            Accounts accounts = new Accounts(
                    source,
                    new Passwords(settings.number("security.hash-strength")),
                    new Accounts.Policy(
                            settings.duration("security.session"),
                            settings.number("security.lock.failures"),
                            settings.duration("security.lock.time"),
                            settings.text("security.login").equals("oidc")
                                    ? settings.text("security.oidc.issuer")
                                    : ""));
            work.on(accounts);
            if (!action.isEmpty()) {
                Account here = new Account(
                        "command-line", "command line", Turn.EVERYBODY, Set.of(), Set.of(), "command line", false);
                new AuditLog(source).note(new AuditLog.Entry(here, action, "/api/users/" + name, 204, "this computer"));
            }
            return 0;
        } catch (BadRequest e) {
            throw new StartFailure(sentence(e.getMessage()), e);
        } catch (SQLException e) {
            throw new StartFailure("Nothing was changed, because the database failed: " + e.getMessage(), e);
        }
    }

    private static String sentence(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }
}
