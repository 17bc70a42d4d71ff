/**
 * The chaos bed, {@code mvn -f src-it -Pchaos -Drounds=N [-Dseed=S]}: kills, freezes and
 * disconnects servers over one PostgreSQL, and the server of their remote agents, and lets their
 * writes fail, while clients use them. After each round it checks the invariants of {@code
 * docs/evidence/failures.md}, section "Chaos".
 */
package io.awaken.chaos;
