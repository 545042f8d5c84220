/** Words of a question: folding, splitting, stems and closeness of spelling; how JSON is written and read; depends on nothing. */
package dev.caravan.text;
