/** Single things by their name or number, from the GraphQL service of a workspace. */
package dev.caravan.lookup;
