package dev.caravan.paper;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.poi.xwpf.usermodel.XWPFParagraph;
import org.apache.poi.xwpf.usermodel.XWPFRun;
import org.apache.poi.xwpf.usermodel.XWPFStyle;
import org.apache.poi.xwpf.usermodel.XWPFStyles;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.Text;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.CTAbstractNum;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.CTBookmark;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.CTHyperlink;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.CTLvl;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.CTStyle;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.STNumberFormat;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.STStyleType;

/** Writes a paper as DOCX: headings that a word processor lists, links within the text, lists of bullets. */
final class WordPaper extends AbstractVisitor {
    private static final int[] POINTS = {20, 14, 11};
    private static final String COLOUR = "12355B";
    private static final String LINK_COLOUR = "12508C";
    private static final int LEVELS = 6;
    private static final int INDENT = 360;

    private final Paper paper;
    private final XWPFDocument document = new XWPFDocument();
    private final BigInteger bullets;
    private XWPFParagraph paragraph;
    private int depth;
    private boolean quoted;
    private long bookmarks;

    WordPaper(Paper paper) {
        this.paper = paper;
        this.bullets = bullets();
        styles();
        document.getProperties().getCoreProperties().setTitle(paper.title());
        document.getProperties().getCoreProperties().setCreator("Caravan");
    }

    byte[] write() {
        paper.document().accept(this);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (document) {
            document.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException("the report cannot be written as DOCX", e);
        }
        return out.toByteArray();
    }

    private void styles() {
        XWPFStyles styles = document.createStyles();
        styles.setSpellingLanguage(paper.language().equals("de") ? "de-DE" : "en-GB");
        for (int level = 1; level <= POINTS.length; level++) {
            CTStyle style = CTStyle.Factory.newInstance();
            style.setStyleId("Heading" + level);
            style.addNewName().setVal("heading " + level);
            style.setType(STStyleType.PARAGRAPH);
            style.addNewQFormat();
            style.addNewUiPriority().setVal(BigInteger.valueOf(9));
            var block = style.addNewPPr();
            block.addNewOutlineLvl().setVal(BigInteger.valueOf(level - 1L));
            block.addNewKeepNext();
            var spacing = block.addNewSpacing();
            spacing.setBefore(BigInteger.valueOf(240));
            spacing.setAfter(BigInteger.valueOf(80));
            var letters = style.addNewRPr();
            letters.addNewColor().setVal(COLOUR);
            letters.addNewSz().setVal(BigInteger.valueOf(2L * POINTS[level - 1]));
            styles.addStyle(new XWPFStyle(style, styles));
        }
    }

    private BigInteger bullets() {
        CTAbstractNum kind = CTAbstractNum.Factory.newInstance();
        kind.setAbstractNumId(BigInteger.ZERO);
        for (int level = 0; level < LEVELS; level++) {
            CTLvl each = kind.addNewLvl();
            each.setIlvl(BigInteger.valueOf(level));
            each.addNewNumFmt().setVal(STNumberFormat.BULLET);
            each.addNewLvlText().setVal("•");
            var indent = each.addNewPPr().addNewInd();
            indent.setLeft(BigInteger.valueOf((long) INDENT * (level + 1)));
            indent.setHanging(BigInteger.valueOf(INDENT));
        }
        var numbering = document.createNumbering();
        return numbering.addNum(numbering.addAbstractNum(new org.apache.poi.xwpf.usermodel.XWPFAbstractNum(kind)));
    }

    @Override
    public void visit(Heading heading) {
        paragraph = document.createParagraph();
        paragraph.setStyle("Heading" + Math.min(heading.getLevel(), POINTS.length));
        String anchor = paper.anchors().get(heading);
        if (anchor == null) {
            visitChildren(heading);
            return;
        }
        CTBookmark begin = paragraph.getCTP().addNewBookmarkStart();
        begin.setName(named(anchor));
        begin.setId(BigInteger.valueOf(++bookmarks));
        visitChildren(heading);
        paragraph.getCTP().addNewBookmarkEnd().setId(BigInteger.valueOf(bookmarks));
    }

    @Override
    public void visit(Paragraph block) {
        paragraph = document.createParagraph();
        paragraph.setSpacingAfter(depth > 0 ? 40 : 100);
        if (depth > 0) {
            paragraph.setNumID(bullets);
            paragraph.setNumILvl(BigInteger.valueOf(Math.min(depth, LEVELS) - 1L));
        }
        if (quoted) {
            paragraph.setIndentationLeft(INDENT);
        }
        visitChildren(block);
    }

    @Override
    public void visit(BulletList list) {
        depth++;
        visitChildren(list);
        depth--;
    }

    @Override
    public void visit(BlockQuote quote) {
        quoted = true;
        visitChildren(quote);
        quoted = false;
    }

    @Override
    public void visit(Link link) {
        CTHyperlink to = paragraph.getCTP().addNewHyperlink();
        to.setAnchor(named(link.getDestination().substring(1)));
        XWPFRun run = new XWPFRun(to.addNewR(), (org.apache.poi.xwpf.usermodel.IRunBody) paragraph);
        run.setText(text(link));
        run.setColor(LINK_COLOUR);
    }

    @Override
    public void visit(Text text) {
        XWPFRun run = paragraph.createRun();
        run.setText(text.getLiteral());
        if (quoted) {
            run.setFontSize(9);
            run.setColor("333333");
        }
    }

    private static String text(Node node) {
        return node.getFirstChild() instanceof Text text ? text.getLiteral() : "";
    }

    /** Names of bookmarks have no hyphens. */
    private static String named(String anchor) {
        return anchor.replace('-', '_');
    }
}
