package io.awaken.core.suspension;

import com.fasterxml.jackson.databind.JsonNode;

/** The waiting call, as shown to the person who decides. */
public record PendingCall(String id, String name, JsonNode arguments) {}
