/** The JSON shapes of the HTTP edge, free of servlet types: requests to turns, turns to answers and events. */
package dev.caravan.edge;
