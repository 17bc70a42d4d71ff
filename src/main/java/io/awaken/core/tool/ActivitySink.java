package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Takes what a running call tells readers of its run (features rows 170, 178-180). Thread-safe;
 * never blocks. What comes after the call is over is dropped. Contents are copied: who gave them
 * may go on changing them.
 */
public interface ActivitySink {

  /** Tells nobody. */
  ActivitySink NONE =
      new ActivitySink() {
        @Override
        public void snapshot(String activityType, JsonNode content) {}

        @Override
        public void delta(String activityType, JsonNode patch) {}
      };

  /** How it stands; takes the place of the last one of its type. */
  void snapshot(String activityType, JsonNode content);

  /** How it changed: a JSON patch against the last snapshot of its type. */
  void delta(String activityType, JsonNode patch);

  /** More text of the call, in order. */
  default void text(String delta) {}

  /** An event of the tool's own. */
  default void custom(String name, JsonNode value) {}
}
