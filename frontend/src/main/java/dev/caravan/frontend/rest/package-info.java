/** The REST resources under /api; what is asked of an agent is a route instead. */
package dev.caravan.frontend.rest;
