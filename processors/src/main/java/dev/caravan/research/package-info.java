/** Research over a collection of linked documents: searches, follows references, and reports what it found with its sources. */
package dev.caravan.research;
