/** Kinds of evidence: what an answer can rest on, each with its JSON form, its text for the model and its rows. */
package dev.caravan.evidence;
