package dev.caravan.documents;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;

/** Draws pages of PDF files as pictures by PDFBox; those drawn last are kept. */
public final class DrawPage {
    private static final int WIDTH = 1_200;
    private static final int TALLEST = 4_000;
    private static final int KEPT = 24;

    private final Map<String, byte[]> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) {
            return size() > KEPT;
        }
    };

    /** Drawn one after the other: a page may take a hundred megabytes while it is drawn. */
    private final Object drawing = new Object();

    /** Width and height of a page as it is shown, in points. */
    public record Size(float width, float height) {}

    /**
     * A page as a PNG picture {@value #WIDTH} points wide, or less where it is very tall.
     *
     * @param version of the document, for which a picture is kept
     * @throws IOException when the file cannot be read, or has no such page
     */
    public byte[] png(Path file, String version, int page) throws IOException {
        String key = version + '/' + page;
        synchronized (drawing) {
            byte[] before = kept.get(key);
            if (before != null) {
                return before;
            }
            try (PDDocument document = Loader.loadPDF(file.toFile(), IOUtils.createMemoryOnlyStreamCache())) {
                Size size = size(document, page);
                float scale = Math.min(WIDTH / size.width(), TALLEST / size.height());
                BufferedImage image = new PDFRenderer(document).renderImage(page - 1, scale, ImageType.RGB);
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                ImageIO.write(image, "png", out);
                kept.put(key, out.toByteArray());
                return out.toByteArray();
            }
        }
    }

    /** How large a page is. */
    public Size size(Path file, int page) throws IOException {
        try (PDDocument document = Loader.loadPDF(file.toFile(), IOUtils.createMemoryOnlyStreamCache())) {
            return size(document, page);
        }
    }

    private static Size size(PDDocument document, int page) throws IOException {
        if (page < 1 || page > document.getNumberOfPages()) {
            throw new IOException("there is no page " + page);
        }
        PDRectangle box = document.getPage(page - 1).getCropBox();
        boolean turned = document.getPage(page - 1).getRotation() % 180 != 0;
        return turned ? new Size(box.getHeight(), box.getWidth()) : new Size(box.getWidth(), box.getHeight());
    }
}
