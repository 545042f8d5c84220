/** Texts that leave the product as files: PDF, DOCX and Markdown from one tree of blocks. */
package dev.caravan.paper;
