package dev.caravan.paper;

import com.openhtmltopdf.outputdevice.helper.BaseRendererBuilder.FontStyle;
import com.openhtmltopdf.pdfboxout.PdfRendererBuilder;
import com.openhtmltopdf.util.XRLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.logging.Level;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlRenderer;

/** Writes a paper as PDF: A4, tagged, with the one font that comes along embedded, contents with the numbers of pages. */
final class PdfPaper {
    private static final String FONT = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";
    private static final String STYLE =
            """
            @page { size: A4; margin: 22mm 20mm 22mm 20mm;
              @bottom-right { content: counter(page) " / " counter(pages); font-family: 'Caravan'; font-size: 8pt; color: #555; } }
            body { font-family: 'Caravan'; font-size: 10pt; line-height: 1.45; color: #1b1f24; }
            h1 { font-size: 20pt; line-height: 1.2; font-weight: normal; margin: 0 0 8mm 0; color: #12355b; }
            h2 { font-size: 14pt; font-weight: normal; margin: 8mm 0 2mm 0; color: #12355b; page-break-after: avoid; }
            h3 { font-size: 10.5pt; font-weight: normal; margin: 4mm 0 1mm 0; color: #12355b; page-break-after: avoid; }
            a { color: #12508c; text-decoration: none; }
            ul { margin: 1mm 0 2mm 0; padding-left: 5mm; }
            li { margin: 0 0 1mm 0; }
            blockquote { margin: 0 0 0 4mm; padding-left: 3mm; border-left: 0.5mm solid #c8d2dc; font-size: 8.5pt; color: #333; }
            blockquote p { margin: 0 0 1mm 0; }
            .contents a:after { content: leader('.') target-counter(attr(href), page); color: #555; }
            """;

    static {
        // it tells of every sheet and font otherwise
        XRLog.listRegisteredLoggers().forEach(logger -> XRLog.setLevel(logger, Level.WARNING));
    }

    byte[] write(Paper paper) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PdfRendererBuilder builder = new PdfRendererBuilder();
        builder.usePdfUaAccessibility(true);
        builder.useFont(() -> PDDocument.class.getResourceAsStream(FONT), "Caravan", 400, FontStyle.NORMAL, true);
        builder.withProducer("Caravan");
        builder.withHtmlContent(html(paper), null);
        builder.toStream(out);
        try {
            builder.run();
        } catch (IOException e) {
            throw new UncheckedIOException("the report cannot be written as PDF", e);
        }
        return out.toByteArray();
    }

    private static String html(Paper paper) {
        HtmlRenderer renderer = HtmlRenderer.builder()
                .attributeProviderFactory(context -> new Anchors(paper.anchors()))
                .build();
        return "<html lang=\"" + paper.language() + "\"><head><title>" + escaped(paper.title())
                + "</title><meta name=\"subject\" content=\"" + escaped(paper.title()) + "\"/><style>" + STYLE
                + "</style></head><body>" + renderer.render(paper.document()) + "</body></html>";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private record Anchors(Map<Node, String> anchors) implements AttributeProvider {
        @Override
        public void setAttributes(Node node, String tag, Map<String, String> attributes) {
            if (anchors.containsKey(node)) {
                attributes.put("id", anchors.get(node));
            }
            if (node instanceof Link && node.getFirstChild() instanceof Text text) {
                // what a screen reader says of the link
                attributes.put("title", text.getLiteral());
            }
            if (node.getPrevious() != null && Paper.CONTENTS.equals(anchors.get(node.getPrevious()))) {
                attributes.put("class", Paper.CONTENTS);
            }
        }
    }
}
