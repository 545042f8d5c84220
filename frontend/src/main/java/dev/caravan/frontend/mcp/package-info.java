/** The way in for clients of the Model Context Protocol. */
package dev.caravan.frontend.mcp;
