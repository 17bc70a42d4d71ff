/**
 * What clients were told in a round of the chaos bed, what was found afterwards, and the invariants
 * I1 to I8 that both together must keep (docs/operations.md). Knows no server.
 */
package io.awaken.chaos.check;
