/** The analyst's flow: clarify, rewrite, plan, choose tables, write SQL, tell, and grade what is told. */
package dev.caravan.analyst;
