package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Receives progress reports of a running call and publishes them to readers of its run (features
 * rows 170, 178-180). Thread-safe; never blocks. Reports after the end of the call are dropped.
 * Contents are copied, so the caller may modify them afterwards.
 */
public interface ActivitySink {

  /** Drops every report. */
  ActivitySink NONE =
      new ActivitySink() {
        @Override
        public void snapshot(String activityType, JsonNode content) {}

        @Override
        public void delta(String activityType, JsonNode patch) {}
      };

  /** The current state of an activity; replaces the previous snapshot of its type. */
  void snapshot(String activityType, JsonNode content);

  /** How it changed: a JSON patch against the last snapshot of its type. */
  void delta(String activityType, JsonNode patch);

  /** More text of the call, in order. */
  default void text(String delta) {}

  /** An event of the tool's own. */
  default void custom(String name, JsonNode value) {}
}
