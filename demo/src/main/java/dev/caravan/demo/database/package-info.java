/** A private PostgreSQL server in a folder, started and stopped with the process. */
package dev.caravan.demo.database;
