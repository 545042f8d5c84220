/** The SQL pipeline: one class per stage, the guard that every statement passes, and the run they work on. */
package dev.caravan.sql;
