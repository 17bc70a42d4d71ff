package io.awaken.chaos.client;

/** Objects that all clients of a round share. */
record ClientContext(NodeHttp http, Journal journal, Clock clock) {}
