package dev.caravan.model.offline;

import dev.caravan.docs.SectionSearch;
import dev.caravan.docs.SectionSearch.Hit;
import java.util.LinkedHashMap;
import java.util.Map;

/** How near the documents are to a question; remembered for a while, since one question is weighed several times. */
final class DocumentSense {
    private static final int REMEMBERED = 256;

    private final SectionSearch search;
    private final Map<String, Double> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Double> eldest) {
            return size() > REMEMBERED;
        }
    };

    DocumentSense(SectionSearch search) {
        this.search = search;
    }

    /** The similarity of the section that is found first, from -1 to 1; -1 where there is none, or nothing but words to find it by. */
    double near(String question) {
        synchronized (known) {
            Double before = known.get(question);
            if (before != null) {
                return before;
            }
        }
        double near = search.search(question, 1).stream()
                .mapToDouble(Hit::similarity)
                .filter(Double::isFinite)
                .findFirst()
                .orElse(-1);
        synchronized (known) {
            known.put(question, near);
        }
        return near;
    }
}
