package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;

/**
 * The reports of a running call and their limits (features rows 178-180). Invalid ones are refused
 * with an {@link IllegalArgumentException} that names field and limit.
 */
public final class ToolActivity {

  /** The activity type of {@link ToolCallContext#reportProgress}. */
  public static final String PROGRESS = "tool-call-progress";

  /** The event of {@link ToolCallContext#log}. */
  public static final String LOG = "tool-call-log";

  /** The schema of the content of a progress snapshot. */
  public static final String PROGRESS_SCHEMA = "tool-call-progress.v1";

  /** Maximum bytes of one content or patch as JSON. */
  public static final int MAX_CONTENT = 16 * 1024;

  /** Maximum characters of an activity type. */
  public static final int MAX_TYPE = 128;

  /** Maximum bytes of UTF-8 that one call may stream. */
  public static final int MAX_STREAM = 1 << 20;

  private ToolActivity() {}

  /**
   * A patch as a list of operations: a single one is wrapped.
   *
   * @throws IllegalArgumentException when it is not a patch
   */
  public static ArrayNode patch(JsonNode patch) {
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
   * The name of a custom event, if it may be one.
   *
   * @throws IllegalArgumentException when it is blank or too long
   */
  public static String name(String name) {
    if (name == null || name.isBlank() || name.length() > MAX_TYPE) {
      int length = name == null ? 0 : name.length();
      throw new IllegalArgumentException(
          "the name of an event has 1 to " + MAX_TYPE + " characters, this one " + length);
    }
    return name;
  }

  /**
   * Bytes as JSON.
   *
   * @throws IllegalArgumentException when there are too many, or no content at all
   */
  public static int size(JsonNode content) {
    if (content == null) {
      throw new IllegalArgumentException("the content of an activity or event must not be null");
    }
    int bytes = content.toString().getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_CONTENT) {
      throw new IllegalArgumentException(
          "the content of an activity or event has "
              + bytes
              + " bytes, the limit is "
              + MAX_CONTENT);
    }
    return bytes;
  }
}
