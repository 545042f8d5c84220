/** What a client of the Model Context Protocol can call and read here. */
package dev.caravan.mcp;
