/** The Atlas-shaped database: its tables, its roles and the fast way to fill it; knows JDBC and nothing of the product. */
package dev.caravan.warehouse;
