/** The documentation pipeline: knowledge documents, the search over their sections, and the stages that answer from them. */
package dev.caravan.docs;
