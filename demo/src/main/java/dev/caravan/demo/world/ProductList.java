package dev.caravan.demo.world;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The products of a classification as a tree of sections, chapters and headings, numbered from 0 at each level. */
final class ProductList {
    private final List<Product> sections;
    private final List<Product> chapters;
    private final List<Product> headings;
    private final int[] sectionOfChapter;
    private final int[] chapterOfHeading;
    private final int[] sectionOfHeading;
    private final Map<String, Integer> headingNumber;

    ProductList(List<Product> products) {
        sections = ofLevel(products, 1);
        chapters = ofLevel(products, 2);
        headings = ofLevel(products, 4);
        sectionOfChapter = parents(chapters, sections);
        chapterOfHeading = parents(headings, chapters);
        sectionOfHeading = new int[headings.size()];
        for (int p = 0; p < sectionOfHeading.length; p++) {
            sectionOfHeading[p] = sectionOfChapter[chapterOfHeading[p]];
        }
        headingNumber = numbers(headings);
    }

    private static List<Product> ofLevel(List<Product> products, int level) {
        return products.stream().filter(product -> product.level() == level).toList();
    }

    private static Map<String, Integer> numbers(List<Product> products) {
        Map<String, Integer> numbers = new HashMap<>();
        for (int i = 0; i < products.size(); i++) {
            numbers.put(products.get(i).code(), i);
        }
        return numbers;
    }

    private static int[] parents(List<Product> children, List<Product> parents) {
        Map<String, Integer> numbers = numbers(parents);
        return children.stream()
                .mapToInt(child -> Optional.ofNullable(numbers.get(child.parentCode()))
                        .orElseThrow(() -> new IllegalArgumentException("no parent of product " + child.code())))
                .toArray();
    }

    List<Product> all() {
        List<Product> all = new ArrayList<>(sections);
        all.addAll(chapters);
        all.addAll(headings);
        return all;
    }

    /** The product one level up. */
    Product parent(Product product) {
        return product.level() == 4
                ? chapters.get(chapterOfHeading[headings.indexOf(product)])
                : sections.get(sectionOfChapter[chapters.indexOf(product)]);
    }

    /** The number of a section. */
    int number(Product section) {
        return sections.indexOf(section);
    }

    /** The products of a level: 1 sections, 2 chapters, 4 headings. */
    List<Product> level(int level) {
        return switch (level) {
            case 1 -> sections;
            case 2 -> chapters;
            case 4 -> headings;
            default -> throw new IllegalArgumentException("no level " + level);
        };
    }

    List<Product> headings() {
        return headings;
    }

    /** The number of a heading's ancestor at a level, of the heading itself at level 4. */
    int ancestor(int heading, int level) {
        return switch (level) {
            case 1 -> sectionOfHeading[heading];
            case 2 -> chapterOfHeading[heading];
            case 4 -> heading;
            default -> throw new IllegalArgumentException("no level " + level);
        };
    }

    int chapter(int heading) {
        return chapterOfHeading[heading];
    }

    int section(int heading) {
        return sectionOfHeading[heading];
    }

    /** The number of a heading by its code. */
    Optional<Integer> heading(String code) {
        return Optional.ofNullable(headingNumber.get(code));
    }
}
