/** The first step with a database of one's own: a workspace made from its schema, to be read over and added to. */
package dev.caravan.derive;
