package dev.caravan.docs;

import dev.caravan.docs.KnowledgeDocument.Section;
import dev.caravan.model.PromptFolder;
import dev.langchain4j.data.message.ChatMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Second half of stage select_and_synthesize: a model writes the answer from the chosen documents. */
public final class SynthesizeAnswer {
    /** Key of the prompt. */
    public static final String KEY = "documentation_synthesis";

    private static final Pattern CITATION = Pattern.compile("\\[(\\d{1,3})]");
    private static final int RAW_SECTIONS = 6;

    private final PromptFolder prompts;

    /** With the workspace's prompts. */
    public SynthesizeAnswer(PromptFolder prompts) {
        this.prompts = prompts;
    }

    /** The messages to send: question, context and the sections, numbered. */
    public List<ChatMessage> prepare(@Body DocsRun run) {
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.call().question());
        inputs.put("Context", run.call().context());
        inputs.put("Sections", numbered(run.sections()));
        return prompts.messages(KEY, inputs, Map.of("run", run));
    }

    private static String numbered(List<Section> sections) {
        return IntStream.range(0, sections.size())
                .mapToObj(i -> "[" + (i + 1) + "] " + sections.get(i).citation() + "\n"
                        + sections.get(i).text())
                .collect(Collectors.joining("\n\n"));
    }

    /**
     * Takes the reply and keeps the sections it cites, numbered anew in the order of their first citation. Where there
     * is no reply the sections themselves are the answer; where it cites nothing, those that fit best stand behind it.
     *
     * @param synthesis the model's reply; null when it failed
     */
    public DocsRun accept(@Body DocsRun run, @Variable("reply") String synthesis) {
        List<Section> best =
                run.sections().subList(0, Math.min(RAW_SECTIONS, run.sections().size()));
        if (synthesis == null || synthesis.isBlank()) {
            return run.withSynthesis(numbered(best), best)
                    .withNote("No summary could be written, so the sections are given as they are.");
        }
        List<Section> cited = new ArrayList<>();
        Matcher citation = CITATION.matcher(synthesis);
        StringBuilder text = new StringBuilder();
        while (citation.find()) {
            int number = Integer.parseInt(citation.group(1));
            if (number < 1 || number > run.sections().size()) {
                citation.appendReplacement(text, "");
                continue;
            }
            Section section = run.sections().get(number - 1);
            if (!cited.contains(section)) {
                cited.add(section);
            }
            citation.appendReplacement(text, "[" + (cited.indexOf(section) + 1) + "]");
        }
        citation.appendTail(text);
        return run.withSynthesis(text.toString().strip(), cited.isEmpty() ? best : cited);
    }
}
