/** A corpus of documents: what stands where on which page, how it is found, and what is answered from it. */
package dev.caravan.documents;
