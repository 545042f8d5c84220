/** Data of workspaces that are kept in PostgreSQL. */
package dev.caravan.postgres;
