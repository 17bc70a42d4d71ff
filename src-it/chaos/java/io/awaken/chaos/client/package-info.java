/**
 * Clients of the chaos bed: each plays its story with one thread, comes back whenever it is cut
 * off, and notes everything that it is told.
 */
package io.awaken.chaos.client;
