package dev.caravan.account;

import dev.caravan.turn.BadRequest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Users of this server with their sessions and tokens, in the database of conversations. Failures of the database come through. */
public final class Accounts {
    /** What names of users and tenants look like. */
    public static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_.@-]{0,63}");

    /** Begins every token, so that it is known for one wherever it turns up. */
    public static final String TOKEN = "caravan_";

    private static final int LONGEST_LABEL = 100;
    private static final int MOST_TOKENS = 50;
    private static final int MOST_DAYS = 3_650;

    private final JdbcClient database;
    private final Passwords passwords;
    private final LoginGuard guard;
    private final Duration session;
    private final String issuer;

    /**
     * How logins are treated.
     *
     * @param session how long one lasts
     * @param failures so many wrong passwords lock a name
     * @param lock for this long
     * @param issuer where users log in; empty: here, by password. Users of another one do not come in
     */
    public record Policy(Duration session, int failures, Duration lock, String issuer) {
        private static final String HERE = "";

        /** For users of this server. */
        public Policy(Duration session, int failures, Duration lock) {
            this(session, failures, lock, HERE);
        }
    }

    /**
     * A session that just began.
     *
     * @param secret for the cookie; nobody can tell it again
     * @param account whose it is
     */
    public record Session(String secret, Account account) {}

    /**
     * What may be changed of a user; what is empty stays.
     *
     * @param password a new one, which the user has to change then
     */
    public record UserChange(
            Optional<Set<Role>> roles,
            Optional<String> tenant,
            Optional<Boolean> disabled,
            Optional<String> password) {}

    /** Accounts in a database that has the schema of this build. */
    public Accounts(DataSource database, Passwords passwords, Policy policy) {
        this.database = JdbcClient.create(database);
        this.passwords = passwords;
        this.guard = new LoginGuard(this.database, policy.failures(), policy.lock());
        this.session = policy.session();
        this.issuer = policy.issuer();
    }

    /** Whether there is nobody yet. */
    public boolean isEmpty() {
        return database.sql("select not exists (select from caravan.users)")
                .query(Boolean.class)
                .single();
    }

    /**
     * Begins a session.
     *
     * @throws BadRequest 401 when name and password do not belong together, or the user is disabled: told alike, after the same
     *     time; 429 while the name is locked
     */
    public Session login(String name, String password) {
        checkKeptHere("password");
        String lower = name.strip().toLowerCase(Locale.ROOT);
        String tried = NAME.matcher(lower).matches() ? lower : "?";
        guard.attempt(tried);
        Optional<String> hash = database.sql(
                        "select password from caravan.users where name = :name and not disabled and issuer = ''")
                .param("name", tried)
                .query(String.class)
                .optional();
        if (hash.isEmpty()) {
            passwords.matchNobody(password);
        }
        if (hash.filter(known -> passwords.matches(password, known)).isEmpty()) {
            throw new BadRequest(401, "password", "name or password is wrong");
        }
        guard.succeeded(tried);
        return begin(tried);
    }

    private Session begin(String name) {
        String secret = Secrets.next();
        database.sql("delete from caravan.sessions where expires_at < now()").update();
        database.sql(
                        """
                        insert into caravan.sessions (hash, user_id, expires_at)
                        select :hash, id, now() + make_interval(secs => :seconds) from caravan.users where name = :name""")
                .param("hash", Secrets.hash(secret))
                .param("seconds", session.toSeconds())
                .param("name", name)
                .update();
        return new Session(secret, ofSession(secret).orElseThrow());
    }

    /**
     * Begins a session of somebody whom the issuer vouches for. The user is made at the first login and gets roles and tenant
     * anew at each; other sessions end where these changed.
     *
     * @throws LoginRefused when the name is another user's, or the user is locked out
     */
    public Session login(OidcUser user) throws LoginRefused {
        String roles = codes(user.roles(), Role::code);
        try {
            // compared before it is written, so that a login which changes nothing ends no other session
            database.sql(
                            """
                            with changed as (select id from caravan.users where issuer = :issuer and subject = :subject
                                and (roles <> :roles or tenant <> :tenant)),
                            ended as (delete from caravan.sessions where user_id in (select id from changed))
                            insert into caravan.users (id, name, tenant, roles, password, password_to_change, issuer, subject)
                            values (:id, :name, :tenant, :roles, '', false, :issuer, :subject)
                            on conflict (issuer, subject) where issuer <> '' do update
                            set name = excluded.name, tenant = excluded.tenant, roles = excluded.roles""")
                    .param("id", UUID.randomUUID().toString())
                    .param("name", user.name())
                    .param("tenant", user.tenant())
                    .param("roles", roles)
                    .param("issuer", user.issuer())
                    .param("subject", user.subject())
                    .update();
        } catch (DuplicateKeyException e) {
            throw new LoginRefused(LoginRefused.Reason.NAME, "another user has the name " + user.name(), e);
        }
        if (database.sql("select disabled from caravan.users where name = :name")
                .param("name", user.name())
                .query(Boolean.class)
                .single()) {
            throw new LoginRefused(LoginRefused.Reason.DISABLED, user.name() + " is locked out");
        }
        return begin(user.name());
    }

    /** @throws BadRequest where another server keeps what a field says */
    private void checkKeptHere(String field) {
        if (!issuer.isEmpty()) {
            throw new BadRequest(409, field, "users, their roles, tenants and passwords come from " + issuer);
        }
    }

    /** Whose session it is; empty when it is over. */
    public Optional<Account> ofSession(String secret) {
        return database.sql(
                        """
                        select u.* from caravan.sessions s join caravan.users u on u.id = s.user_id
                        where s.hash = :hash and s.expires_at > now() and not u.disabled and u.issuer = :issuer""")
                .param("issuer", issuer)
                .param("hash", Secrets.hash(secret))
                .query((row, number) -> account(row, Account.SESSION, EnumSet.allOf(Permission.class)))
                .optional();
    }

    /** Whose token it is; empty when there is none, or not any more. */
    public Optional<Account> ofToken(String secret) {
        return database.sql(
                        """
                        select u.*, t.id as token, t.scopes from caravan.tokens t join caravan.users u on u.id = t.user_id
                        where t.hash = :hash and t.expires_at > now() and not u.disabled and u.issuer = :issuer""")
                .param("issuer", issuer)
                .param("hash", Secrets.hash(secret))
                .query((row, number) ->
                        account(row, row.getString("token"), set(row.getString("scopes"), Permission::of)))
                .optional();
    }

    /** Ends a session. */
    public void logout(String secret) {
        database.sql("delete from caravan.sessions where hash = :hash")
                .param("hash", Secrets.hash(secret))
                .update();
    }

    /**
     * Changes a password; all sessions of the user end.
     *
     * @throws BadRequest 403 when the present one is wrong, 429 while the name is locked, 400 when the new one is no good
     */
    public void changePassword(Account account, String present, String wanted) {
        checkKeptHere("password");
        guard.attempt(account.name());
        String hash = database.sql("select password from caravan.users where id = :id")
                .param("id", account.id())
                .query(String.class)
                .single();
        if (!passwords.matches(present, hash)) {
            throw new BadRequest(403, "password", "the present password is wrong");
        }
        guard.succeeded(account.name());
        if (present.equals(wanted)) {
            throw new BadRequest("new_password", "the new password is the present one");
        }
        setPassword(account.id(), passwords.hash(wanted, "new_password", account.name()), false);
    }

    private void setPassword(String id, String hash, boolean toChange) {
        database.sql(
                        """
                        with ended as (delete from caravan.sessions where user_id = :id)
                        update caravan.users set password = :hash, password_to_change = :change where id = :id""")
                .param("id", id)
                .param("hash", hash)
                .param("change", toChange)
                .update();
    }

    /** The users, each with name, tenant, roles, disabled and when made. */
    public List<Map<String, Object>> users() {
        return database.sql("select * from caravan.users order by name")
                .query(Accounts::told)
                .list();
    }

    /**
     * Adds a user, who has to change the password at the first login.
     *
     * @throws BadRequest when something of it cannot be, 409 when the name is taken
     */
    public void add(String name, String tenant, Set<Role> roles, String password) {
        checkKeptHere("name");
        String hash = passwords.hash(password, "password", name);
        try {
            database.sql(
                            """
                            insert into caravan.users (id, name, tenant, roles, password, password_to_change)
                            values (:id, :name, :tenant, :roles, :hash, true)""")
                    .param("id", UUID.randomUUID().toString())
                    .param("name", named("name", name))
                    .param("tenant", named("tenant", tenant))
                    .param("roles", codes(roles, Role::code))
                    .param("hash", hash)
                    .update();
        } catch (DuplicateKeyException e) {
            BadRequest taken = new BadRequest(409, "name", "there is a user " + name + " already");
            taken.initCause(e);
            throw taken;
        }
    }

    /**
     * Changes a user; one whose rights change or who is disabled has to log in again.
     *
     * @throws BadRequest 404 when there is no such user, 409 when nobody would be left to manage users
     */
    public void change(String name, UserChange change) {
        Map<String, Object> user = user(name);
        if (change.roles().isPresent()
                || change.tenant().isPresent()
                || change.password().isPresent()) {
            checkKeptHere("name");
        }
        boolean leaves = change.roles()
                        .filter(roles -> !roles.contains(Role.ADMINISTRATOR))
                        .isPresent()
                || change.disabled().orElse(false);
        checkNotLast(name, leaves);
        change.password().ifPresent(wanted -> {
            setPassword(String.valueOf(user.get("id")), passwords.hash(wanted, "password", name), true);
            // whoever was locked out by wrong ones is to get in with this one
            guard.succeeded(name);
        });
        database.sql(
                        """
                        with ended as (delete from caravan.sessions s using caravan.users u where u.id = s.user_id and u.name = :name)
                        update caravan.users set roles = coalesce(:roles, roles), tenant = coalesce(:tenant, tenant),
                        disabled = coalesce(:disabled, disabled) where name = :name""")
                .param("name", name)
                .param(
                        "roles",
                        change.roles().map(roles -> codes(roles, Role::code)).orElse(null))
                .param(
                        "tenant",
                        change.tenant().map(tenant -> named("tenant", tenant)).orElse(null))
                .param("disabled", change.disabled().orElse(null))
                .update();
    }

    /**
     * Removes a user with everything that is theirs: sessions, tokens, conversations, boards.
     *
     * @throws BadRequest 404 when there is no such user, 409 when nobody would be left to manage users
     */
    public void remove(String name) {
        checkNotLast(name, true);
        database.sql(
                        """
                        with gone as (delete from caravan.threads where owner = :id returning id),
                        marked as (insert into caravan.deleted_threads (id) select id from gone),
                        boards as (delete from caravan.boards where owner = :id)
                        delete from caravan.users where id = :id""")
                .param("id", user(name).get("id"))
                .update();
    }

    private Map<String, Object> user(String name) {
        return database
                .sql("select id from caravan.users where name = :name")
                .param("name", name)
                .query()
                .listOfRows()
                .stream()
                .findFirst()
                .orElseThrow(() -> new BadRequest(404, "name", "there is no user of this name"));
    }

    private void checkNotLast(String name, boolean leaves) {
        List<String> administrators = database.sql(
                        "select name from caravan.users where not disabled and roles like '%administrator%' and issuer = :issuer")
                .param("issuer", issuer)
                .query(String.class)
                .list();
        if (leaves && administrators.equals(List.of(name))) {
            throw new BadRequest(409, "name", name + " is the last administrator");
        }
    }

    /** The tokens of a user, without their secrets. */
    public List<Map<String, Object>> tokens(Account account) {
        return database.sql("select * from caravan.tokens where user_id = :id order by created_at, id")
                .param("id", account.id())
                .query((row, number) -> {
                    Map<String, Object> token = new LinkedHashMap<>();
                    token.put("id", row.getString("id"));
                    token.put("name", row.getString("name"));
                    token.put("scopes", List.of(row.getString("scopes").split(",")));
                    token.put("created_at", row.getTimestamp("created_at").toInstant());
                    token.put("expires_at", row.getTimestamp("expires_at").toInstant());
                    return token;
                })
                .list();
    }

    /**
     * Makes a token.
     *
     * @param label what it is for
     * @param scopes what it may do, as long as its user may
     * @param days how long it holds
     * @return id and token, which nobody can tell again
     * @throws BadRequest when something of it cannot be
     */
    public Map<String, String> makeToken(Account account, String label, Set<Permission> scopes, int days) {
        if (label.isBlank() || label.length() > LONGEST_LABEL) {
            throw new BadRequest("name", "a token needs a name of 1 to " + LONGEST_LABEL + " characters");
        }
        if (days < 1 || days > MOST_DAYS) {
            throw new BadRequest("days", "days must be within 1 to " + MOST_DAYS);
        }
        if (scopes.isEmpty()
                || scopes.contains(Permission.ADMINISTER)
                || !account.permissions().containsAll(scopes)) {
            throw new BadRequest(
                    "scopes",
                    "scopes must be some of "
                            + account.permissions().stream()
                                    .filter(each -> each != Permission.ADMINISTER)
                                    .sorted()
                                    .map(Permission::code)
                                    .collect(Collectors.joining(", ")));
        }
        if (tokens(account).size() >= MOST_TOKENS) {
            throw new BadRequest(409, "name", "a user has " + MOST_TOKENS + " tokens at most; take one back first");
        }
        String id = UUID.randomUUID().toString();
        String secret = TOKEN + Secrets.next();
        database.sql(
                        """
                        insert into caravan.tokens (id, hash, user_id, name, scopes, expires_at)
                        values (:id, :hash, :user, :name, :scopes, now() + make_interval(days => :days))""")
                .param("id", id)
                .param("hash", Secrets.hash(secret))
                .param("user", account.id())
                .param("name", label.strip())
                .param("scopes", codes(scopes, Permission::code))
                .param("days", days)
                .update();
        return Map.of("id", id, "token", secret);
    }

    /**
     * Takes a token back.
     *
     * @throws BadRequest 404 when the user has no such token
     */
    public void revokeToken(Account account, String id) {
        int gone = database.sql("delete from caravan.tokens where id = :id and user_id = :user")
                .param("id", id)
                .param("user", account.id())
                .update();
        if (gone == 0) {
            throw new BadRequest(404, "id", "there is no such token");
        }
    }

    private static Account account(ResultSet row, String via, Set<Permission> scopes) throws SQLException {
        Set<Role> roles = set(row.getString("roles"), Role::of);
        Set<Permission> permissions = roles.stream()
                .flatMap(role -> role.permissions().stream())
                .filter(scopes::contains)
                .collect(Collectors.toSet());
        return new Account(
                row.getString("id"),
                row.getString("name"),
                row.getString("tenant"),
                roles,
                permissions,
                via,
                row.getBoolean("password_to_change"));
    }

    private static Map<String, Object> told(ResultSet row, int number) throws SQLException {
        Map<String, Object> user = new LinkedHashMap<>();
        user.put("name", row.getString("name"));
        user.put("tenant", row.getString("tenant"));
        user.put("roles", List.of(row.getString("roles").split(",")));
        user.put("disabled", row.getBoolean("disabled"));
        user.put("password_to_change", row.getBoolean("password_to_change"));
        user.put("created_at", row.getTimestamp("created_at").toInstant());
        return user;
    }

    private static String named(String field, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new BadRequest(
                    field,
                    field + " must be of 1 to 64 small letters, digits and _ . @ -, the first a letter or digit");
        }
        return name;
    }

    private static <E extends Comparable<E>> String codes(Set<E> values, Function<E, String> code) {
        return values.stream().sorted().map(code).collect(Collectors.joining(","));
    }

    private static <E> Set<E> set(String codes, Function<String, Optional<E>> value) {
        return Stream.of(codes.split(","))
                .flatMap(code -> value.apply(code).stream())
                .collect(Collectors.toSet());
    }
}
