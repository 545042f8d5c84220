package dev.caravan.documents.agent;

import dev.caravan.documents.Block;
import dev.caravan.documents.Box;
import dev.caravan.documents.Corpus;
import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.DocumentProfile;
import dev.caravan.documents.DocumentStore.Stored;
import dev.caravan.documents.DrawPage;
import dev.caravan.documents.ReadDocument;
import dev.caravan.documents.UnreadableDocument;
import dev.caravan.turn.BadRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** What people do with documents beside asking: list them, look at a page, add one, take one away. */
public final class Shelf {
    private final Libraries libraries;
    private final DrawPage draw = new DrawPage();
    private final Function<String, Path> folders;
    private final int most;

    /**
     * A shelf.
     *
     * @param folders where the uploaded files of a workspace are kept
     * @param most how many documents one tenant may have in a workspace
     */
    public Shelf(Libraries libraries, Function<String, Path> folders, int most) {
        this.libraries = libraries;
        this.folders = folders;
        this.most = most;
    }

    /**
     * What is wanted.
     *
     * @param owner whose documents
     * @param id of the document; empty where all are meant, or one that is new
     * @param page counted from 1
     * @param file name of a new file; empty for none
     * @param content of a new file
     */
    public record Wish(Owner owner, String id, int page, String file, byte[] content) {}

    private Library library(Wish wish) {
        return libraries
                .find(wish.owner().workspace())
                .orElseThrow(() -> new BadRequest(
                        404,
                        "workspace",
                        "there is no workspace of documents called '" + wish.owner().workspace() + "'"));
    }

    private Stored document(Wish wish) {
        return library(wish)
                .store()
                .document(wish.owner(), wish.id())
                .orElseThrow(() -> new BadRequest(404, "document", "there is no document of this id"));
    }

    /** What there is. */
    public List<Map<String, Object>> list(Wish wish) {
        return library(wish).store().documents(wish.owner()).stream()
                .map(stored -> told(stored.profile()))
                .toList();
    }

    private static Map<String, Object> told(DocumentProfile profile) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("id", profile.id());
        told.put("file", profile.file());
        told.put("title", profile.title());
        told.put("kind", profile.kind());
        told.put("organisation", profile.organisation());
        told.put("period", profile.period());
        told.put("pages", profile.pages());
        return told;
    }

    /** A page: its size in points and its blocks with their boxes; {@code picture} where there is one to look at. */
    public Map<String, Object> page(Wish wish) {
        Stored stored = document(wish);
        checkPage(stored, wish.page());
        Map<String, Object> page = told(stored.profile());
        page.put("page", wish.page());
        page.put("picture", false);
        if (isPrinted(stored)) {
            try {
                DrawPage.Size size = draw.size(Path.of(stored.source()), wish.page());
                page.put("width", size.width());
                page.put("height", size.height());
                page.put("picture", true);
            } catch (IOException e) {
                page.put("note", "The file of this document cannot be read any more; this is its text.");
            }
        }
        page.put(
                "blocks",
                library(wish)
                        .store()
                        .pages(wish.owner(), wish.id(), Set.of(wish.page()))
                        .getOrDefault(wish.page(), List.of())
                        .stream()
                        .map(Shelf::told)
                        .toList());
        return page;
    }

    private static Map<String, Object> told(Block block) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("number", block.number());
        told.put("kind", block.kind().name().toLowerCase(java.util.Locale.ROOT));
        told.put("text", block.shown());
        told.put("box", box(block.box()));
        return told;
    }

    static List<Float> box(Box box) {
        return List.of(box.x(), box.y(), box.width(), box.height());
    }

    private static void checkPage(Stored stored, int page) {
        if (page < 1 || page > stored.profile().pages()) {
            throw new BadRequest(
                    404, "page", "this document has " + stored.profile().pages() + " pages");
        }
    }

    private static boolean isPrinted(Stored stored) {
        return stored.source().toLowerCase(java.util.Locale.ROOT).endsWith(".pdf");
    }

    /** The picture of a page. */
    public byte[] picture(Wish wish) {
        Stored stored = document(wish);
        checkPage(stored, wish.page());
        try {
            if (isPrinted(stored)) {
                return draw.png(Path.of(stored.source()), stored.version(), wish.page());
            }
        } catch (IOException e) {
            throw new BadRequest(404, "page", "the file of this document cannot be read any more");
        }
        throw new BadRequest(404, "page", "this document has no pictures of its pages");
    }

    /** Takes a new document in; nothing of it stays when it cannot be read. */
    public synchronized Map<String, Object> add(Wish wish) {
        Library library = library(wish);
        String name = wish.file().replaceAll(".*[/\\\\]", "").strip();
        if (name.isEmpty() || name.length() > 200 || name.startsWith(".")) {
            throw new BadRequest("name", "name the file, as in ?name=report.pdf; at most 200 characters");
        }
        if (!ReadDocument.isKnown(Path.of(name))) {
            throw new BadRequest(
                    415, "name", name + " is of a kind that is not read; " + ReadDocument.KINDS + " are.");
        }
        Set<String> there = library.store().versions(wish.owner()).keySet();
        if (there.size() >= most && !there.contains(Corpus.id(Path.of(name)))) {
            throw new BadRequest(
                    409, "name", "there are " + there.size() + " documents, and no more than " + most
                            + " are kept (documents.max-count). Delete one first.");
        }
        Path folder = folders.apply(wish.owner().workspace()).resolve(wish.owner().tenant());
        Path kept = folder.resolve(name);
        Path arriving = folder.resolve("arriving").resolve(name);
        try {
            Files.createDirectories(arriving.getParent());
            Files.write(arriving, wish.content());
            Corpus.Told told = library.corpus().add(wish.owner(), arriving, kept);
            Map<String, Object> answer = new LinkedHashMap<>(
                    told(library.store().document(wish.owner(), Corpus.id(kept)).orElseThrow().profile()));
            answer.put("added", told.fate() == Corpus.Fate.ADDED);
            return answer;
        } catch (UnreadableDocument e) {
            throw new BadRequest(422, "body", e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("the upload cannot be kept", e);
        } finally {
            try {
                Files.deleteIfExists(arriving);
            } catch (IOException e) {
                throw new UncheckedIOException("the upload cannot be cleared away", e);
            }
        }
    }

    /** Takes a document away, with its file where it was uploaded. */
    public boolean remove(Wish wish) {
        Stored stored = document(wish);
        Path uploads = folders.apply(wish.owner().workspace()).toAbsolutePath();
        boolean gone = library(wish).corpus().remove(wish.owner(), wish.id());
        try {
            if (Path.of(stored.source()).startsWith(uploads)) {
                Files.deleteIfExists(Path.of(stored.source()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the file cannot be deleted", e);
        }
        return gone;
    }
}
