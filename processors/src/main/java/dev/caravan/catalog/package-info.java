/** Countries, groups, products and services: codes, names, what people call them, and search. */
package dev.caravan.catalog;
