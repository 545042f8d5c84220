package dev.caravan.demo.world;

/**
 * A product at some level of a classification.
 *
 * @param id number of the product in its classification
 * @param code text with its leading zeros
 * @param level 1, 2 or 4 digits
 * @param parentCode the code one level up, empty at the top
 * @param complexity -2 simple to 2 demanding, for headings
 * @param weight relative size of its world trade, for headings
 */
record Product(
        int id,
        String code,
        int level,
        String parentCode,
        String name,
        boolean naturalResource,
        double complexity,
        double weight) {
    static Product of(CsvFile.Row row) {
        return new Product(
                row.number("product_id", 0),
                row.text("code"),
                row.number("level", 0),
                row.text("parent_code"),
                row.text("name"),
                row.flag("natural_resource"),
                row.real("complexity", 0),
                row.real("weight", 0));
    }
}
