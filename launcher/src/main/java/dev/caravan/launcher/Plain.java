package dev.caravan.launcher;

/** Text from elsewhere, made fit for a terminal: without the characters that could command it. */
final class Plain {
    private Plain() {}

    /** With line breaks and tabs, without other control characters. */
    static String text(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints()
                .filter(point -> point == '\n' || point == '\t' || !Character.isISOControl(point))
                .forEach(plain::appendCodePoint);
        return plain.toString();
    }

    /** On one line. */
    static String line(String text) {
        return text(text.replaceAll("\\s+", " "));
    }
}
