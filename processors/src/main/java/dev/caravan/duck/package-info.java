/** Workspaces whose data are one DuckDB file: built from scripts, opened read-only and locked down. */
package dev.caravan.duck;
