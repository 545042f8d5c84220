package dev.caravan.research;

import dev.caravan.paper.Paper;
import dev.caravan.paper.Paper.Entry;
import dev.caravan.research.ResearchReport.Chapter;
import dev.caravan.research.ResearchReport.Source;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A report as a text to be written to a file: contents, chapters, sources word for word, what led where, what was not found. */
public final class ReportPaper {
    private static final String SOURCE = "source-";
    private static final int LONGEST = 1_500;

    private final ResearchReport report;
    private final ResearchTexts texts;
    private final Paper paper;
    private final List<Entry> contents = new ArrayList<>();

    private ReportPaper(ResearchReport report) {
        this.report = report;
        this.texts = ResearchTexts.of(report.language());
        this.paper = new Paper(report.title(), report.language());
    }

    /** Of a report. */
    public static Paper of(ResearchReport report) {
        return new ReportPaper(report).written();
    }

    /** A part of the paper and what writes it. */
    private record Part(String heading, String anchor, Runnable write) {}

    private Paper written() {
        List<Part> parts = new ArrayList<>();
        for (Chapter chapter : report.chapters()) {
            parts.add(new Part(chapter.heading(), "chapter-" + (parts.size() + 1), () -> chapter(chapter)));
        }
        parts.add(new Part(texts.text("report.sources"), "sources", this::sources));
        if (!report.trail().isEmpty()) {
            parts.add(new Part(texts.text("report.trail"), "trail", this::trail));
        }
        if (!report.missing().isEmpty()) {
            parts.add(new Part(texts.text("report.missing"), "missing", () -> plain(report.missing())));
        }
        parts.add(new Part(texts.text("report.how"), "how", this::how));
        paper.heading(1, report.title(), "");
        paper.paragraph(
                texts.text("report.about", report.statements(), report.sources().size()));
        paper.heading(2, texts.text("report.contents"), Paper.CONTENTS);
        parts.forEach(part -> contents.add(new Entry(part.heading(), "", part.anchor(), List.of())));
        paper.list(contents);
        parts.forEach(part -> {
            paper.heading(2, part.heading(), part.anchor());
            part.write().run();
        });
        return paper;
    }

    private void chapter(Chapter chapter) {
        paper.list(chapter.statements().stream()
                .map(each -> new Entry(each.text(), "[" + each.source() + "]", SOURCE + each.source(), List.of()))
                .toList());
    }

    private void sources() {
        for (Source source : report.sources()) {
            StringBuilder name = new StringBuilder("[" + source.number() + "] ")
                    .append(source.passage().place());
            if (!source.passage().heading().isEmpty()) {
                name.append(", ").append(source.passage().heading());
            }
            if (source.passage().page() > 0) {
                name.append(", ")
                        .append(texts.text("report.page", source.passage().page()));
            }
            if (!source.via().isEmpty()) {
                name.append(" (").append(texts.text("report.via", source.via())).append(')');
            }
            paper.heading(3, name.toString(), SOURCE + source.number());
            String text = source.passage().text();
            paper.quote(text.length() <= LONGEST ? text : text.substring(0, text.lastIndexOf(' ', LONGEST)) + " …");
        }
    }

    /** The sections that searches found, and below each what its references led to; then what was not followed, by reason. */
    private void trail() {
        Map<String, Set<String>> led = new LinkedHashMap<>();
        Set<String> reached = new HashSet<>();
        report.trail().forEach(step -> step.sections().stream()
                .filter(section -> !section.equals(step.from()))
                .forEach(section -> {
                    led.computeIfAbsent(step.from(), from -> new LinkedHashSet<>())
                            .add(section);
                    reached.add(section);
                }));
        Set<String> told = new HashSet<>();
        List<Entry> roots = new ArrayList<>();
        led.keySet().stream().filter(from -> !reached.contains(from)).forEach(from -> roots.add(tree(from, led, told)));
        // sections that lead to each other in a circle have no first one
        led.keySet().stream().filter(from -> !told.contains(from)).toList().forEach(from -> {
            if (!told.contains(from)) {
                roots.add(tree(from, led, told));
            }
        });
        paper.list(roots);
        Map<Trail.Reason, Set<String>> left = new LinkedHashMap<>();
        report.trail().stream().filter(step -> !step.followed()).forEach(step -> left.computeIfAbsent(
                        step.reason(), reason -> new LinkedHashSet<>())
                .add(step.to().isEmpty() ? step.text() : step.to()));
        if (!left.isEmpty()) {
            paper.paragraph(texts.text("report.left"));
            paper.list(left.entrySet().stream()
                    .map(each -> Entry.of(texts.text("reason." + ResearchReport.code(each.getKey())) + ": "
                            + each.getValue().stream().collect(Collectors.joining("; "))))
                    .toList());
        }
    }

    private static Entry tree(String section, Map<String, Set<String>> led, Set<String> told) {
        List<Entry> below = told.add(section)
                ? led.getOrDefault(section, Set.of()).stream()
                        .map(to -> tree(to, led, told))
                        .toList()
                : List.of();
        return new Entry(section, "", "", below);
    }

    private void how() {
        plain(report.tasks().stream()
                .map(task -> texts.text(
                                "report.task",
                                task.query(),
                                task.findings(),
                                task.followed(),
                                task.searches(),
                                task.tokens())
                        + (task.stopped().isEmpty() ? "" : " " + texts.text("stopped." + task.stopped())))
                .toList());
        paper.paragraph(texts.text(
                "report.quality",
                report.quality().total(),
                report.quality().factualAccuracy(),
                report.quality().semanticValidity(),
                report.quality().structuralIntegrity(),
                report.quality().citationCorrectness(),
                report.quality().queryRelevance()));
        report.notes().forEach(paper::paragraph);
    }

    private void plain(List<String> lines) {
        paper.list(lines.stream().map(Entry::of).toList());
    }
}
