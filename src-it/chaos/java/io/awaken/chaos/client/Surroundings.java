package io.awaken.chaos.client;

/** What all clients of a round share. */
record Surroundings(Wire wire, Journal journal, Clock clock) {}
