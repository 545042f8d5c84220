/** Words of a question: folding, splitting, stems and closeness of spelling; depends on nothing. */
package dev.caravan.text;
