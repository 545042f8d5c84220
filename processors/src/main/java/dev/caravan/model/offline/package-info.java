/**
 * The built-in offline model: answers each prompt of the product with local methods, without a key
 * and without a network, from the structured inputs that ride along with the prompt.
 */
package dev.caravan.model.offline;
