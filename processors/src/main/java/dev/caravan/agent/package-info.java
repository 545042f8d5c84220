/** The agent: which tools it may use, what the model is asked, and how its reply becomes calls or an answer. */
package dev.caravan.agent;
