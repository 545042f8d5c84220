package dev.caravan.warehouse;

/** A login of a database; its text form hides the password. */
public record Credentials(String user, String password) {
    @Override
    public String toString() {
        return "Credentials[" + user + "]";
    }
}
