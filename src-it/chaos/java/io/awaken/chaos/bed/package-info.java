/**
 * What the chaos bed shakes, in processes of its own: PostgreSQL and one or two nodes over it; and
 * what they reach from there: the ledger of the tools' work.
 */
package io.awaken.chaos.bed;
