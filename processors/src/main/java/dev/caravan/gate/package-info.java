/** What protects the sources and tells how they are: quotas, breakers, health. */
package dev.caravan.gate;
