/** Finds references in texts of law and scholarship, and the sections they point to. */
package dev.caravan.reference;
