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
import dev.caravan.upload.Upload;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What people do with documents beside asking: list them, look at a page, add one, take one away. */
public final class Shelf {
    private static final int LONGEST_NAME = 200;

    private final Libraries libraries;
    private final DrawPage draw = new DrawPage();
    private final Function<String, Path> folders;
    private final Limits limits;
    private final Set<Owner> swept = new HashSet<>();

    /**
     * What is taken.
     *
     * @param count how many documents one tenant may have in a workspace
     * @param upload of one file
     */
    public record Limits(int count, Upload upload) {}

    /**
     * A shelf.
     *
     * @param folders where the uploaded files of a workspace are kept
     */
    public Shelf(Libraries libraries, Function<String, Path> folders, Limits limits) {
        this.libraries = libraries;
        this.folders = folders;
        this.limits = limits;
    }

    /**
     * What is wanted.
     *
     * @param owner whose documents
     * @param id of the document; empty where all are meant, or one that is new
     * @param page counted from 1
     * @param file name of a new file; empty for none
     * @param content of a new file, read once
     */
    public record Wish(Owner owner, String id, int page, String file, InputStream content) {}

    private Library library(Wish wish) {
        return libraries
                .find(wish.owner().workspace())
                .orElseThrow(() -> new BadRequest(
                        404,
                        "workspace",
                        "there is no workspace of documents called '"
                                + wish.owner().workspace() + "'"));
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
        told.put("kind", block.kind().name().toLowerCase(Locale.ROOT));
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
        return stored.source().toLowerCase(Locale.ROOT).endsWith(".pdf");
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
        if (name.isEmpty() || name.length() > LONGEST_NAME || name.startsWith(".")) {
            throw new BadRequest(
                    "name", "name the file, as in ?name=report.pdf; at most " + LONGEST_NAME + " characters");
        }
        if (!ReadDocument.isKnown(Path.of(name))) {
            throw new BadRequest(415, "name", name + " is of a kind that is not read; " + ReadDocument.KINDS + " are.");
        }
        String id = Corpus.id(Path.of(name));
        Set<String> there = library.store().versions(wish.owner()).keySet();
        if (there.size() >= limits.count() && !there.contains(id)) {
            throw new BadRequest(
                    409,
                    "name",
                    "there are " + there.size() + " documents, and no more than " + limits.count()
                            + " are kept (documents.max-count). Delete one first.");
        }
        Optional<Stored> before = library.store().document(wish.owner(), id);
        Path uploads = uploads(wish.owner());
        Path file = null;
        boolean kept = false;
        try {
            Files.createDirectories(uploads);
            sweep(library, wish.owner(), uploads);
            file = Files.createTempDirectory(uploads, "").resolve(name);
            limits.upload().receive(name, wish.content(), file);
            Corpus.Told told = library.corpus().add(wish.owner(), file);
            kept = told.fate() == Corpus.Fate.ADDED;
            Map<String, Object> answer = told(
                    library.store().document(wish.owner(), id).orElseThrow().profile());
            answer.put("added", kept);
            if (kept) {
                before.ifPresent(stored -> clear(Path.of(stored.source()), uploads));
            }
            return answer;
        } catch (UnreadableDocument e) {
            throw new BadRequest(422, "body", e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("the upload cannot be kept", e);
        } finally {
            if (file != null && !kept) {
                clear(file, uploads);
            }
        }
    }

    private Path uploads(Owner owner) {
        return folders.apply(owner.workspace()).resolve(owner.tenant()).toAbsolutePath();
    }

    /** Clears away what a process left that ended while it took a file in; once for each owner. */
    private void sweep(Library library, Owner owner, Path uploads) throws IOException {
        if (!swept.add(owner)) {
            return;
        }
        Set<Path> known = library.store().documents(owner).stream()
                .map(stored -> Path.of(stored.source()).toAbsolutePath())
                .collect(Collectors.toSet());
        List<Path> left;
        try (Stream<Path> files = Files.walk(uploads)) {
            left = files.filter(Files::isRegularFile)
                    .filter(file -> !known.contains(file))
                    .toList();
        }
        left.forEach(file -> clear(file, uploads));
    }

    /** Deletes an uploaded file with the folder it has to itself; a file from elsewhere is left alone. */
    private static void clear(Path file, Path uploads) {
        if (!file.toAbsolutePath().startsWith(uploads)) {
            return;
        }
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(file.getParent());
        } catch (IOException e) {
            throw new UncheckedIOException("the file " + file.getFileName() + " cannot be deleted", e);
        }
    }

    /** Takes a document away, with its file where it was uploaded. */
    public synchronized boolean remove(Wish wish) {
        Stored stored = document(wish);
        boolean gone = library(wish).corpus().remove(wish.owner(), wish.id());
        clear(Path.of(stored.source()), uploads(wish.owner()));
        return gone;
    }
}
