/** The web application: starts Caravan in a Jakarta EE container. */
package dev.caravan.frontend;
