package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;

/**
 * What a call may tell about itself while it runs, and within which limits (features rows 178-180).
 * What does not fit is refused with an {@link IllegalArgumentException} that names field and limit.
 */
public final class ToolActivity {

  /** The activity type of {@link ToolCallContext#reportProgress}. */
  public static final String PROGRESS = "tool-call-progress";

  /** What the content of such a snapshot looks like. */
  public static final String PROGRESS_SCHEMA = "tool-call-progress.v1";

  /** Bytes of one content or patch as JSON. */
  public static final int MAX_CONTENT = 16 * 1024;

  /** Characters of an activity type. */
  public static final int MAX_TYPE = 128;

  private ToolActivity() {}

  /**
   * The content of a progress snapshot; the call is its own node.
   *
   * @param message for people; null for none
   * @param fraction from 0 to 1; null when nobody can say
   */
  static ObjectNode progress(
      ToolCallContext call, ProgressStatus status, String message, Double fraction) {
    if (status == null) {
      throw new IllegalArgumentException("the status of a progress report must not be null");
    }
    ObjectNode content =
        JsonNodeFactory.instance
            .objectNode()
            .put("schema", PROGRESS_SCHEMA)
            .put("node_id", call.callId())
            .put("call_id", call.callId())
            .put("tool_name", call.toolName())
            .put("status", status.wire());
    if (fraction != null) {
      content.put("progress", checked(fraction));
    }
    return message == null ? content : content.put("message", message);
  }

  private static double checked(double fraction) {
    // Not a number fails both comparisons.
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new IllegalArgumentException(
          "the fraction of a progress report must be from 0 to 1, not " + fraction);
    }
    return fraction;
  }

  /** A patch as a list of operations: a single one is wrapped. */
  static ArrayNode patch(JsonNode patch) {
    if (patch != null && patch.isObject()) {
      return JsonNodeFactory.instance.arrayNode(1).add(patch);
    }
    if (!(patch instanceof ArrayNode operations)) {
      throw new IllegalArgumentException(
          "the patch of an activity must be a JSON patch: an array of operations, or one of them");
    }
    for (JsonNode operation : operations) {
      if (!operation.isObject()) {
        throw new IllegalArgumentException(
            "the patch of an activity must have objects only, each one operation");
      }
    }
    return operations;
  }

  /**
   * The type, if it may be one.
   *
   * @throws IllegalArgumentException when it is blank or too long
   */
  public static String type(String activityType) {
    if (activityType == null || activityType.isBlank() || activityType.length() > MAX_TYPE) {
      int length = activityType == null ? 0 : activityType.length();
      throw new IllegalArgumentException(
          "an activity type has 1 to " + MAX_TYPE + " characters, this one " + length);
    }
    return activityType;
  }

  /**
   * Bytes as JSON.
   *
   * @throws IllegalArgumentException when there are too many, or no content at all
   */
  public static int size(JsonNode content) {
    if (content == null) {
      throw new IllegalArgumentException("the content of an activity must not be null");
    }
    int bytes = content.toString().getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_CONTENT) {
      throw new IllegalArgumentException(
          "the content of an activity has " + bytes + " bytes, the limit is " + MAX_CONTENT);
    }
    return bytes;
  }
}
