/** What a question means, independent of words and engines: a typed, immutable query over the tables of a schema. */
package dev.caravan.query;
