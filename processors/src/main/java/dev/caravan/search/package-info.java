/** The data of a workspace in a search engine: its process, its indices, logical queries as query DSL, and the guard before it. */
package dev.caravan.search;
