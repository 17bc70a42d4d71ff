package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Takes what a running call tells about its progress (features rows 178-180). Thread-safe; never
 * blocks. What comes after the call is over is dropped. Contents are copied: who gave them may go
 * on changing them.
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
}
