package dev.caravan.account;

import java.util.Locale;

/** A login at an issuer that did not come to its end; the message is for the log, the reason for the person. */
public final class LoginRefused extends Exception {
    private static final long serialVersionUID = 1L;
    private final Reason reason;

    /** Why, with the HTTP status that programs get and what a person can do about it. */
    public enum Reason {
        /** Not an answer to a login of this browser. */
        STATE(400, "This login did not begin in this browser, or too long ago. Begin again."),
        /** The issuer refused, or the person did. */
        DENIED(403, "The identity provider did not let you in."),
        /** A code that the issuer does not know, or not any more. */
        CODE(401, "The identity provider does not know this login any more. Begin again."),
        /** A token that is not for this login, or not of this issuer. */
        TOKEN(
                401,
                "What the identity provider answered cannot be trusted. Begin again; if it stays so, the server's log tells its operator more."),
        /** The issuer does not answer. */
        ISSUER(503, "The identity provider does not answer at the moment. Try again in a few seconds."),
        /** None of the claims is a role here. */
        ROLE(403, "Your account has no role on this server. Whoever manages the identity provider can give you one."),
        /** A claim that has to be there is missing or no name. */
        CLAIM(
                403,
                "The identity provider says too little about you: a name or tenant is missing. The server's log tells its operator which claim."),
        /** Somebody else has the name. */
        NAME(409, "Somebody else of this server has your name. An administrator can remove that user."),
        /** Locked out by an administrator. */
        DISABLED(403, "An administrator of this server has locked you out.");

        private final int status;
        private final String told;

        Reason(int status, String told) {
            this.status = status;
            this.told = told;
        }

        /** The HTTP status. */
        public int status() {
            return status;
        }

        /** For the person. */
        public String told() {
            return told;
        }

        /** The name in addresses. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A refusal. */
    public LoginRefused(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** A refusal with its cause. */
    public LoginRefused(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Why. */
    public Reason reason() {
        return reason;
    }
}
