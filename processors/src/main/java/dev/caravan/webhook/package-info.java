/** Webhooks: programs are told when a turn is over, or asks the person. */
package dev.caravan.webhook;
