/** Shared by the tests of all protocols: sample runs, random runs, and their encoded output. */
package io.awaken.protocol.events;
