package dev.caravan.launcher;

import java.io.IOException;
import java.security.Principal;
import java.util.Arrays;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.FailedLoginException;
import javax.security.auth.login.LoginException;
import javax.security.auth.spi.LoginModule;

/** The JAAS login of the one user, admin; Hawtio asks it under the realm {@value #REALM}. */
public final class AdminLogin implements LoginModule {
    static final String REALM = "caravan";
    static final String USER = "admin";
    private static final String PASSWORD = "password";

    private Subject subject;
    private CallbackHandler handler;
    private AdminPassword password;
    private boolean loggedIn;

    /** Puts the login in force for this process. */
    static void install(AdminPassword password) {
        AppConfigurationEntry entry = new AppConfigurationEntry(
                AdminLogin.class.getName(),
                AppConfigurationEntry.LoginModuleControlFlag.REQUIRED,
                Map.of(PASSWORD, password));
        Configuration.setConfiguration(new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String realm) {
                return realm.equals(REALM) ? new AppConfigurationEntry[] {entry} : null;
            }
        });
    }

    @Override
    public void initialize(Subject who, CallbackHandler asking, Map<String, ?> shared, Map<String, ?> options) {
        subject = who;
        handler = asking;
        password = (AdminPassword) options.get(PASSWORD);
    }

    @Override
    public boolean login() throws LoginException {
        NameCallback name = new NameCallback("user");
        PasswordCallback word = new PasswordCallback("password", false);
        try {
            handler.handle(new Callback[] {name, word});
        } catch (IOException | UnsupportedCallbackException e) {
            LoginException failure = new LoginException("no name and password were given");
            failure.initCause(e);
            throw failure;
        }
        char[] given = word.getPassword() == null ? new char[0] : word.getPassword();
        loggedIn = password.matches(given) && USER.equals(name.getName());
        Arrays.fill(given, ' ');
        word.clearPassword();
        if (!loggedIn) {
            throw new FailedLoginException("wrong user or password");
        }
        return true;
    }

    @Override
    public boolean commit() {
        if (loggedIn) {
            subject.getPrincipals().add(new UserPrincipal(USER));
            subject.getPrincipals().add(new RolePrincipal(USER));
        }
        return loggedIn;
    }

    @Override
    public boolean abort() {
        boolean was = loggedIn;
        logout();
        return was;
    }

    @Override
    public boolean logout() {
        // Hawtio logs out through a module of its own, so all of this kind go
        subject.getPrincipals()
                .removeIf(principal -> principal instanceof UserPrincipal || principal instanceof RolePrincipal);
        loggedIn = false;
        return true;
    }

    /** Who it is; Hawtio recognises a user by this class name. */
    public record UserPrincipal(String name) implements Principal {
        @Override
        public String getName() {
            return name;
        }
    }

    /** What the user may do. */
    public record RolePrincipal(String name) implements Principal {
        @Override
        public String getName() {
            return name;
        }
    }
}
