package dev.caravan.documents.agent;

import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.DocumentProfile;
import dev.caravan.documents.DocumentStore.Stored;
import dev.caravan.documents.Phrase;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.Turn;
import dev.caravan.turn.Turn.PastTurn;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** First stage of the flow: which way a question goes. What needs no reading is answered here at once. */
public final class ChooseWay {
    private static final int EXCHANGES = 3;
    private static final int LONGEST_ANSWER = 500;
    private static final int LISTED = 40;
    private static final Pattern OPEN = Pattern.compile(
            "(?is)^\\W*(?:please\\s+|can you\\s+|could you\\s+)?(?:open|show(?: me)?|go to|navigate to|jump to|display)\\s+(.+?)\\W*$");
    private static final Pattern PAGE =
            Pattern.compile("(?i)\\s*(?:,|\\bon\\b|\\bat\\b)?\\s*\\bpage\\s+(\\d{1,5})\\b\\s*(?:of\\s+)?");
    private static final Pattern ARTICLE = Pattern.compile("(?i)^(?:the|document|file|filing)\\s+");
    private static final Pattern GREETING = Pattern.compile(
            "(?is)^\\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks|thank you|bye|who are you|what can (?:you|i) (?:do|ask)|help)\\b.{0,40}$");
    private static final Pattern LIST = Pattern.compile(
            "(?is)^\\W*(?:what|which|list|show)\\b.{0,25}\\b(?:documents|filings|files|reports|companies|organi[sz]ations)\\b.{0,45}(?:have|there|here|available|loaded|indexed|ask about|know)?\\W*$");
    private static final Pattern LIST_END = Pattern.compile(
            "(?is).*\\b(?:do you have|are there|are here|available|loaded|indexed|can i ask about|do you know|all (?:documents|filings))\\W*$");
    private static final Pattern TRANSFORM = Pattern.compile(
            "(?is)^\\W*(?:please\\s+|can you\\s+)?(?:shorten|summari[sz]e|condense|rephrase|reword|rewrite|translate|format|put|turn|make)\\b\\s*(?:(?:that|this|it|the (?:last |previous )?(?:answer|text|reply))\\b.*|(?:shorter|into|as|in)\\b.*)");
    private static final Pattern COMPARED = Pattern.compile(
            "(?i)\\b(?:compare|compared|comparison|versus|vs\\.?|difference between|both|each of|all of)\\b");
    private static final Pattern YEAR = Pattern.compile("(?:19|20)\\d\\d");

    private final Libraries libraries;
    private final AgentRules rules;

    /** With what says whether the agent may answer. */
    public ChooseWay(Libraries libraries, AgentRules rules) {
        this.libraries = libraries;
        this.rules = rules;
    }

    /** The way of a turn. */
    public Chosen choose(Turn turn) {
        Library library = libraries.of(turn);
        Owner owner = Libraries.owner(turn);
        List<DocumentProfile> documents =
                library.store().documents(owner).stream().map(Stored::profile).toList();
        String question = turn.question();
        return opened(turn, library, owner, question)
                .or(() -> new PastCitations(library, owner).shown(turn))
                .or(() -> general(turn, documents, question))
                .or(() -> transformed(turn, question))
                .orElseGet(() -> read(turn, library, documents, question));
    }

    private static Chosen atOnce(Turn turn, Way way, Answer answer) {
        return new Chosen(turn.withAnswer(answer), way, "none", "", Map.of());
    }

    /** A wish to see a document. */
    private Optional<Chosen> opened(Turn turn, Library library, Owner owner, String question) {
        Matcher open = OPEN.matcher(question);
        if (!open.matches()) {
            return Optional.empty();
        }
        Matcher page = PAGE.matcher(open.group(1));
        int number = page.find() ? Integer.parseInt(page.group(1)) : 1;
        String entity =
                ARTICLE.matcher(page.replaceFirst(" ").strip()).replaceFirst("").strip();
        List<DocumentProfile> meant = AnswerTools.meant(library, owner, entity);
        if (meant.isEmpty()) {
            return Optional.empty();
        }
        DocumentProfile document = meant.get(0);
        String text = meant.size() == 1
                ? "Opened " + document.title() + " at page " + number + " of " + document.pages() + "."
                : "There are " + meant.size() + " documents of " + document.organisation() + ":\n"
                        + meant.stream()
                                .map(each -> "- " + each.title() + " (" + each.id() + ")")
                                .collect(Collectors.joining("\n"));
        boolean there = number >= 1 && number <= document.pages();
        if (!there) {
            text = document.title() + " has " + document.pages() + " pages; there is no page " + number + ".";
        }
        return Optional.of(new Chosen(
                turn.withAnswer(Answer.of(Outcome.ANSWERED, text)),
                Way.NAVIGATION,
                "none",
                "",
                there && meant.size() == 1 ? AnswerTools.opening(meant, number) : Map.of()));
    }

    /** A greeting, or a question for what there is. */
    private static Optional<Chosen> general(Turn turn, List<DocumentProfile> documents, String question) {
        boolean list =
                LIST.matcher(question).matches() && LIST_END.matcher(question).matches();
        if (!list && !GREETING.matcher(question).matches()) {
            return Optional.empty();
        }
        StringBuilder text =
                new StringBuilder("I answer questions about documents and cite the page of every figure. There ");
        text.append(documents.size() == 1 ? "is one document" : "are " + documents.size() + " documents");
        text.append(documents.isEmpty() ? "." : ":\n");
        documents.stream().limit(LISTED).forEach(each -> text.append("\n- ").append(each.title()));
        if (documents.size() > LISTED) {
            text.append("\n- … and ").append(documents.size() - LISTED).append(" more");
        }
        return Optional.of(atOnce(turn, Way.GENERAL, Answer.of(Outcome.ANSWERED, text.toString())));
    }

    /** The answer before, in another shape, where that can be had without a model. */
    private Optional<Chosen> transformed(Turn turn, String question) {
        if (!TRANSFORM.matcher(question).matches() || turn.history().isEmpty()) {
            return Optional.empty();
        }
        if (!rules.isBuiltIn()) {
            // the model has the answer before in its conversation
            return Optional.of(new Chosen(turn, Way.TRANSFORM, "agent", "", Map.of()));
        }
        PastTurn last = turn.history().get(turn.history().size() - 1);
        String lower = question.toLowerCase(Locale.ROOT);
        if (lower.contains("translat")) {
            return Optional.of(atOnce(
                    turn,
                    Way.TRANSFORM,
                    Answer.of(
                            Outcome.REFUSED,
                            "The built-in model does not translate. Set up a provider of language models for that.")));
        }
        String plain = last.answer().replaceAll("\\s*\\[\\d{1,3}]", "").replace("**", "");
        String text = lower.matches("(?s).*\\b(?:bullets?|points|list)\\b.*")
                ? plain.lines()
                        .filter(line -> !line.isBlank())
                        .map(line -> "- " + line.replaceFirst("^[->•*\\s]+", ""))
                        .collect(Collectors.joining("\n"))
                : plain.lines().filter(line -> !line.isBlank()).findFirst().orElse(plain);
        return Optional.of(atOnce(turn, Way.TRANSFORM, Answer.of(Outcome.ANSWERED, "The answer before said: " + text)));
    }

    /** A question that documents have to be read for. */
    private Chosen read(Turn turn, Library library, List<DocumentProfile> documents, String question) {
        Optional<String> full = turn.history().isEmpty()
                ? Optional.empty()
                : new CompleteQuestion(library.terms()).complete(question, asked(turn.history()), documents);
        Turn ready = turn.withHistory(recent(turn.history()));
        if (full.isPresent()) {
            ready = ready.withAsked(full.get());
        }
        Optional<DocumentProfile> named = documents.stream()
                .filter(each -> isNamed(question, each))
                .max(java.util.Comparator.comparingInt(each -> each.id().length()));
        List<String> before = named.isPresent()
                ? List.of()
                : new PastCitations(library, Libraries.owner(turn)).documentsOf(full.orElse(question), turn.history());
        Way way = named.isPresent()
                ? Way.DIRECT
                : !before.isEmpty()
                        ? Way.CACHED
                        : full.isPresent()
                                ? Way.FOLLOW_UP
                                : isComplex(full.orElse(question), documents) ? Way.COMPLEX : Way.SIMPLE;
        Optional<String> against = rules.against(turn);
        if (against.isEmpty() && named.isPresent()) {
            ready = ready.withPending(List.of(new ToolCall(
                    "named",
                    "read_document",
                    DocumentCall.written(Map.of("doc_id", named.get().id(), "focus_query", full.orElse(question))),
                    1)));
        } else if (against.isEmpty() && !before.isEmpty()) {
            ready = ready.withPending(List.of(new ToolCall(
                    "before",
                    "read_multiple_documents",
                    DocumentCall.written(Map.of("doc_ids", before, "focus_query", full.orElse(question))),
                    1)));
        }
        return new Chosen(
                ready, way, against.isEmpty() ? "agent" : "pipeline", against.orElse(""), rules.shadow(turn), Map.of());
    }

    private static String asked(List<PastTurn> history) {
        PastTurn last = history.get(history.size() - 1);
        return last.asked().isBlank() ? last.question() : last.asked();
    }

    /** The last exchanges, long answers cut. */
    private static List<PastTurn> recent(List<PastTurn> history) {
        return history.subList(Math.max(0, history.size() - EXCHANGES), history.size()).stream()
                .map(past -> past.answer().length() <= LONGEST_ANSWER
                        ? past
                        : new PastTurn(
                                past.question(),
                                past.asked(),
                                past.answer().substring(0, LONGEST_ANSWER),
                                past.sql(),
                                past.cited()))
                .toList();
    }

    private static boolean isNamed(String question, DocumentProfile document) {
        // an id that is a word of its own could be any word
        return document.id().length() > 5
                && document.id().matches(".*[\\d_-].*")
                && Pattern.compile("(?i)(?<![\\p{L}\\p{N}_-])" + Pattern.quote(document.id()) + "(?![\\p{L}\\p{N}_-])")
                        .matcher(question)
                        .find();
    }

    private static boolean isComplex(String question, List<DocumentProfile> documents) {
        List<String> words = Phrase.wordsOf(question);
        Set<String> organisations = new LinkedHashSet<>();
        documents.stream()
                .filter(each -> each.aliases().stream()
                        .filter(alias -> alias.length() > 2)
                        .anyMatch(alias -> Phrase.of(alias).in(words)))
                .forEach(each -> organisations.add(each.organisation()));
        long years = YEAR.matcher(question)
                .results()
                .map(found -> found.group())
                .distinct()
                .count();
        return organisations.size() > 1
                || years > 2
                || COMPARED.matcher(question).find();
    }
}
