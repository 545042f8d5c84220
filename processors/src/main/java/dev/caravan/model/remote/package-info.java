/** Providers of language models that are reached over HTTP, each through its LangChain4j module. */
package dev.caravan.model.remote;
