package io.awaken.core.tool;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The progress of a call (features rows 178, 179). Immutable.
 *
 * @param status the status of the work
 * @param message for people; null for none
 * @param fraction how much is done, from 0 to 1; null when unknown
 * @param loaded how many items are done, 0 or more; null when not counted
 * @param total how many items there are in all, 0 or more; null when unknown
 * @param parentNodeId the parent node of this work; null for none
 * @param parentCallId the parent call; null for none
 */
public record ToolProgress(
    ProgressStatus status,
    String message,
    Double fraction,
    Long loaded,
    Long total,
    String parentNodeId,
    String parentCallId) {

  /**
   * @throws IllegalArgumentException naming the field that is missing or out of range
   */
  public ToolProgress {
    if (status == null) {
      throw new IllegalArgumentException("the status of a progress report must not be null");
    }
    // NaN fails both comparisons.
    if (fraction != null && !(fraction >= 0 && fraction <= 1)) {
      throw new IllegalArgumentException(
          "the fraction of a progress report must be from 0 to 1, not " + fraction);
    }
    requireCount("loaded", loaded);
    requireCount("total", total);
  }

  /** Progress with a status only. */
  public static ToolProgress of(ProgressStatus status) {
    return new ToolProgress(status, null, null, null, null, null, null);
  }

  /** A copy with this text for people. */
  public ToolProgress message(String text) {
    return new ToolProgress(status, text, fraction, loaded, total, parentNodeId, parentCallId);
  }

  /** A copy with this fraction, from 0 to 1. */
  public ToolProgress fraction(double done) {
    return new ToolProgress(status, message, done, loaded, total, parentNodeId, parentCallId);
  }

  /**
   * A copy with this count.
   *
   * @param of how many items there are in all; null when unknown
   */
  public ToolProgress loaded(long count, Long of) {
    return new ToolProgress(status, message, fraction, count, of, parentNodeId, parentCallId);
  }

  /** A copy that is part of other work; either may be null. */
  public ToolProgress within(String nodeId, String callId) {
    return new ToolProgress(status, message, fraction, loaded, total, nodeId, callId);
  }

  /** The content of its activity snapshot; the call is its own node. */
  ObjectNode content(String callId, String toolName) {
    ObjectNode content =
        JsonNodeFactory.instance
            .objectNode()
            .put("schema", ToolActivity.PROGRESS_SCHEMA)
            .put("node_id", callId)
            .put("call_id", callId)
            .put("tool_name", toolName)
            .put("status", status.wire());
    if (fraction != null) {
      content.put("progress", fraction);
    }
    if (loaded != null) {
      content.put("loaded", loaded);
    }
    if (total != null) {
      content.put("total", total);
    }
    optional(content, "message", message);
    optional(content, "parent_node_id", parentNodeId);
    optional(content, "parent_call_id", parentCallId);
    return content;
  }

  private static void optional(ObjectNode content, String field, String value) {
    if (value != null) {
      content.put(field, value);
    }
  }

  private static void requireCount(String field, Long count) {
    if (count != null && count < 0) {
      throw new IllegalArgumentException(
          "the " + field + " of a progress report must not be negative, not " + count);
    }
  }
}
