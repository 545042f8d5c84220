/** HTTP to addresses that somebody else named. */
package dev.caravan.outbound;
