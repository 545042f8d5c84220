/** Conversations that outlast the process: the state database and what the store routes put in and take out. */
package dev.caravan.store;
