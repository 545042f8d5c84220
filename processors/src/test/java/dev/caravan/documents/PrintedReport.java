package dev.caravan.documents;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;

/** An annual report of a made-up company as a PDF file, written for tests. */
final class PrintedReport {
    private static final float LEFT = 60;
    private static final float TOP = 760;
    private static final float LINE = 14;
    private static final PDFont PLAIN = new PDType1Font(FontName.HELVETICA);
    private static final PDFont BOLD = new PDType1Font(FontName.HELVETICA_BOLD);

    private PrintedReport() {}

    private static final class Writer implements AutoCloseable {
        private final PDPageContentStream page;
        private float y = TOP;

        Writer(PDDocument document) throws IOException {
            PDPage made = new PDPage(PDRectangle.A4);
            document.addPage(made);
            page = new PDPageContentStream(document, made);
        }

        Writer heading(String text) throws IOException {
            y -= LINE;
            return put(BOLD, text, LEFT).next();
        }

        Writer text(String text) throws IOException {
            put(PLAIN, text, LEFT).next();
            return this;
        }

        Writer gap() {
            y -= LINE;
            return this;
        }

        /** A heading and figures whose right ends stand one below the other. */
        Writer row(String heading, String... figures) throws IOException {
            put(PLAIN, heading, LEFT);
            for (int i = 0; i < figures.length; i++) {
                float width = PLAIN.getStringWidth(figures[i]) / 1000 * 10;
                put(PLAIN, figures[i], 400 + 80 * i - width);
            }
            return next();
        }

        /** A heading and what stands around places of its line, in turn. */
        Writer at(String heading, Object... places) throws IOException {
            put(PLAIN, heading, LEFT);
            for (int i = 0; i < places.length; i += 2) {
                String text = (String) places[i + 1];
                put(PLAIN, text, (Integer) places[i] - PLAIN.getStringWidth(text) / 1000 * 5);
            }
            return next();
        }

        private Writer put(PDFont font, String text, float x) throws IOException {
            page.beginText();
            page.setFont(font, 10);
            page.newLineAtOffset(x, y);
            page.showText(text);
            page.endText();
            return this;
        }

        private Writer next() {
            y -= LINE;
            return this;
        }

        @Override
        public void close() throws IOException {
            page.close();
        }
    }

    /**
     * Three pages: a cover, a statement of operations in millions, a balance sheet.
     *
     * @param company its name
     * @param year the fiscal year
     * @param revenue of that year; the year before had 100 less
     */
    static Path write(Path folder, String company, int year, int revenue) throws IOException {
        Path file = folder.resolve(
                company.toUpperCase(java.util.Locale.ROOT).replaceAll("[^A-Z]", "") + "_" + year + "_10K.pdf");
        try (PDDocument document = new PDDocument()) {
            try (Writer page = new Writer(document)) {
                page.heading("FORM 10-K")
                        .gap()
                        .text("For the fiscal year ended December 31, " + year)
                        .gap()
                        .heading(company + ", Inc.")
                        .gap()
                        .text("(Exact name of registrant as specified in its charter)")
                        .gap()
                        .text(
                                "The company makes lamps for mines and harbours. It opened a works in Lisbon during the year.");
            }
            try (Writer page = new Writer(document)) {
                page.heading("Consolidated Statements of Operations")
                        .gap()
                        .row("(in millions)", String.valueOf(year), String.valueOf(year - 1))
                        .row("Net sales", "$ " + revenue, "$ " + (revenue - 100))
                        .row("Cost of sales", "600", "580")
                        .row("Gross profit", String.valueOf(revenue - 600), String.valueOf(revenue - 680))
                        .row("Operating income", "150", "(20)")
                        .row("Net income", "$ 90", "$ (35)");
            }
            try (Writer page = new Writer(document)) {
                page.heading("Consolidated Balance Sheets")
                        .gap()
                        .row("(in millions)", String.valueOf(year), String.valueOf(year - 1))
                        .row("Cash and cash equivalents", "210", "180")
                        .row("Inventories", "120", "100")
                        .row("Total current assets", "500", "450")
                        .row("Total assets", "2,000", "1,900")
                        .row("Accounts payable", "95", "85")
                        .row("Total current liabilities", "250", "300")
                        .text("Commitments and contingencies (Note 7)")
                        .text("Shareholders' equity:")
                        .text("Preferred stock without par value:")
                        .text("No shares were issued")
                        .row("Retained earnings", "640", "590");
            }
            document.save(file.toFile());
        }
        return file;
    }

    /** An earnings release of a second quarter: each year stands over an amount and its share of sales. */
    static Path quarter(Path folder) throws IOException {
        Path file = folder.resolve("LUMENWORKS_2023Q2_EARNINGS.pdf");
        try (PDDocument document = new PDDocument()) {
            try (Writer page = new Writer(document)) {
                page.heading("Lumen Works, Inc. announces second quarter results")
                        .gap()
                        .text("The company makes lamps for mines and harbours.");
            }
            try (Writer page = new Writer(document)) {
                page.heading("Consolidated Statements of Operations").gap();
                page.put(PLAIN, "SECOND QUARTER", 330).next();
                page.put(PLAIN, "2023", 305).put(PLAIN, "2022", 415).next();
                page.at("(in millions)", 300, "Amount", 355, "% to sales", 410, "Amount", 465, "% to sales");
                page.at("Net sales", 300, "410", 355, "100.0", 410, "380", 465, "100.0");
                page.at("Cost of sales", 300, "246", 355, "60.0", 410, "247", 465, "65.0");
                page.at("Gross profit", 300, "164", 355, "40.0", 410, "133", 465, "35.0");
                page.at("Operating income", 300, "60", 355, "14.6", 410, "52", 465, "13.7");
                page.at("Net income", 300, "41", 355, "10.0", 410, "30", 465, "7.9");
            }
            document.save(file.toFile());
        }
        return file;
    }

    static Path encrypted(Path folder) throws IOException {
        Path file = folder.resolve("encrypted.pdf");
        try (PDDocument document = new PDDocument()) {
            document.addPage(new PDPage());
            StandardProtectionPolicy policy = new StandardProtectionPolicy("owner", "reader", new AccessPermission());
            policy.setEncryptionKeyLength(128);
            document.protect(policy);
            document.save(file.toFile());
        }
        return file;
    }

    static Path scanned(Path folder) throws IOException {
        Path file = folder.resolve("scanned.pdf");
        try (PDDocument document = new PDDocument()) {
            document.addPage(new PDPage());
            document.save(file.toFile());
        }
        return file;
    }
}
