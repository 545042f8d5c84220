/** Camel's platform-http on plain Jakarta Servlet: requests into routes, answers, problems and event streams out of them. */
package dev.caravan.frontend.http;
