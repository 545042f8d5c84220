/** The semantic model of a workspace: tables, dimensions and metrics, and typed queries that compile to SQL. */
package dev.caravan.semantic;
