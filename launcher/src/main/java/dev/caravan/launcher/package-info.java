/** The command line and the embedded server: one JVM with web application, database and monitoring. */
package dev.caravan.launcher;
