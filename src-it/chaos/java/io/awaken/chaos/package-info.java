/**
 * {@code mvn -Pchaos -Drounds=N [-Dseed=S]}: real servers over one PostgreSQL are killed, frozen,
 * cut off and made to fail while clients work with them; afterwards the invariants of
 * docs/operations.md are checked from what the clients were told. See {@code docs/operations.md},
 * "Chaos".
 */
package io.awaken.chaos;
