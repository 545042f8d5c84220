/** The GraphQL pipeline: from a question to a query of the Atlas APIs and its answer with links. */
package dev.caravan.graphql;
