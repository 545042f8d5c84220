/** Users, sessions and tokens: who asks, what they may do, and what is noted down of it. */
package dev.caravan.account;
