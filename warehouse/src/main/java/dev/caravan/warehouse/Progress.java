package dev.caravan.warehouse;

/** Told how far a long piece of work has come; called from any thread, must return quickly. */
@FunctionalInterface
public interface Progress {
    /**
     * Reports a step.
     *
     * @param phase what is being done, in a few words for a person
     * @param fraction how much of the whole work is done, 0 to 1
     */
    void report(String phase, double fraction);

    /** A progress that nobody watches. */
    static Progress silent() {
        return (phase, fraction) -> {};
    }

    /** A part of this progress: the fractions 0 to 1 of the part become {@code from} to {@code to} of the whole. */
    default Progress part(double from, double to) {
        return (phase, fraction) -> report(phase, from + (to - from) * fraction);
    }
}
