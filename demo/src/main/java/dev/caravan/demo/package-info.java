/** Stand-ins for the outside world: a database server and a trade world that need nothing installed. */
package dev.caravan.demo;
