package dev.caravan.model;

/** What operators see of the cache of replies, and what they can do to it. */
public interface ReplyCacheMXBean {

    /** How many replies are kept. */
    long getEntries();

    /** How many calls were answered because the very same question had been asked. */
    long getExactHits();

    /** How many calls were answered because a question like theirs had been asked. */
    long getSimilarHits();

    /** How many calls found nothing. */
    long getMisses();

    /** Forgets every reply. */
    void invalidate();

    /**
     * Forgets the replies to some questions.
     *
     * @param pattern a regular expression that is looked for in the question, in any case
     * @return how many replies were forgotten
     * @throws IllegalArgumentException when it is no regular expression
     */
    int invalidate(String pattern);
}
