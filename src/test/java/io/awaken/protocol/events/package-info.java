/**
 * What the tests of all protocols share: sample runs, random runs, and what encoders make of them.
 */
package io.awaken.protocol.events;
