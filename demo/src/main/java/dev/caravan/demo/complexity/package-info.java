/** The published measures of economic complexity as pure functions of an export matrix. */
package dev.caravan.demo.complexity;
