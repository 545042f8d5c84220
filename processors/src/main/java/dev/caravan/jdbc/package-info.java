/** Data of workspaces that are reached by JDBC: PostgreSQL, MySQL, and files of SQLite. */
package dev.caravan.jdbc;
