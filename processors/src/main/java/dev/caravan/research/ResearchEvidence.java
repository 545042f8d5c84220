package dev.caravan.research;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.text.Json;
import dev.caravan.turn.Evidence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The report of a research as what its answer rests on: the page shows it, and files are written of it.
 *
 * @param report as it was attributed
 */
public record ResearchEvidence(ResearchReport report) implements Evidence {
    /** The name of the kind. */
    public static final String KIND = "research";

    private static final ObjectMapper JSON = Json.mapper();
    private static final TypeReference<Map<String, Object>> MEMBERS = new TypeReference<>() {};

    /** The report that members hold; empty where they are those of another kind. */
    public static Optional<ResearchReport> read(Map<String, Object> members) {
        return KIND.equals(members.get("type"))
                ? Optional.of(JSON.convertValue(members, ResearchReport.class))
                : Optional.empty();
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public String question() {
        return report.title();
    }

    @Override
    public List<String> notes() {
        return report.notes();
    }

    @Override
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("question", question());
        members.putAll(JSON.convertValue(report, MEMBERS));
        List<Map<String, Object>> sources = new ArrayList<>();
        for (ResearchReport.Source source : report.sources()) {
            Map<String, Object> told = new LinkedHashMap<>(JSON.convertValue(source, MEMBERS));
            told.put("place", source.passage().place());
            told.put("section", source.passage().section());
            sources.add(told);
        }
        members.put("sources", sources);
        return members;
    }

    @Override
    public String text() {
        return report.markdown();
    }
}
