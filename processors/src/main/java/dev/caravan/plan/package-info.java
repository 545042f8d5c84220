/** The flow that works off a plan: what is understood, shown as tasks, done task by task, and kept between turns. */
package dev.caravan.plan;
