package io.awaken.core.plugin.context;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Lets hooks and the handlers of scheduled actions publish events of their own, which are numbered
 * and stored like those of the runtime (features row 170). {@code on_event} hooks see them. A hook
 * that is called again, after a conflict or a crash, emits its events again.
 *
 * <p>In one step hooks may emit {@link #MAX_EVENTS} events of {@link #MAX_BYTES} together; each
 * value has at most {@link io.awaken.core.tool.ToolActivity#MAX_CONTENT} bytes as JSON and each
 * name 1 to {@link io.awaken.core.tool.ToolActivity#MAX_TYPE} characters. Anything beyond these
 * limits is refused with an {@link IllegalArgumentException} for one event and an {@link
 * IllegalStateException} for the step. Thread-safe. What a blocking hook emits is published when
 * the hook has returned.
 */
public interface EventEmitter {

  /** Events of the hooks in one step. */
  int MAX_EVENTS = 1_000;

  /** Bytes of JSON of these events together. */
  int MAX_BYTES = 1 << 20;

  /** Publishes nothing. */
  EventEmitter NONE =
      new EventEmitter() {
        @Override
        public void custom(String name, JsonNode value) {}

        @Override
        public void activity(String activityType, JsonNode content) {}

        @Override
        public void activityDelta(String activityType, JsonNode patch) {}

        @Override
        public void messages() {}
      };

  /** An event of the plugin's own. */
  void custom(String name, JsonNode value);

  /** The current state of an activity of this step; replaces the previous snapshot of its type. */
  void activity(String activityType, JsonNode content);

  /**
   * A change of an activity.
   *
   * @param patch a JSON patch against the last content of its type; a single operation may stand
   *     without the array
   */
  void activityDelta(String activityType, JsonNode patch);

  /** The conversation as readers may see it, see {@code messages_snapshot}. */
  void messages();
}
