/** Language models: prompts, replies and what they cost; the providers live below. */
package dev.caravan.model;
