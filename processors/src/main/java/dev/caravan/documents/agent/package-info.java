/** The document agent: tools that search, read and cite, the ways a question may go, and the check of what is answered. */
package dev.caravan.documents.agent;
