/**
 * Checks a round of the chaos bed: what clients observed, the state after the round, and the
 * invariants I1 to I9 (docs/evidence/failures.md) between them. Independent of running servers.
 */
package io.awaken.chaos.check;
