/** Files that people bring along. */
package dev.caravan.upload;
