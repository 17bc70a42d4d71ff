/**
 * Migrates the tables to this release at startup: one node at a time, with retries after temporary
 * errors and one log line per change set. Or only checks them, and prints their SQL for an
 * administrator.
 */
package io.awaken.store.database.migration;
