package com.example.ratelimit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.plugin.context.ConfigSection;

/**
 * The section {@code rate_limit} of an agent.
 *
 * @param calls maximum number of tool calls of a thread per window; 0 for no limit
 * @param seconds length of the window, which begins with its first call
 */
public record Limit(int calls, int seconds) {

  /** An agent without the section has no limit. */
  static final ConfigSection<Limit> SECTION =
      ConfigSection.of("rate_limit", schema(), Limit.class, () -> new Limit(0, 0));

  boolean reached(Window window, long now) {
    return calls > 0 && !window.over(seconds, now) && window.calls() >= calls;
  }

  private static ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    properties.putObject("calls").put("type", "integer").put("minimum", 1);
    properties.putObject("seconds").put("type", "integer").put("minimum", 1);
    schema.putArray("required").add("calls").add("seconds");
    return schema.put("additionalProperties", false);
  }
}
