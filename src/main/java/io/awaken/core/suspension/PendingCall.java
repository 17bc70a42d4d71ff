package io.awaken.core.suspension;

import com.fasterxml.jackson.databind.JsonNode;

/** The call that waits, as whoever decides sees it. */
public record PendingCall(String id, String name, JsonNode arguments) {}
