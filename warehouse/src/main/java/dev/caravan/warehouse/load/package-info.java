/** Loads bulk files of trade data into a database of their own; files that are bad are left out and told. */
package dev.caravan.warehouse.load;
