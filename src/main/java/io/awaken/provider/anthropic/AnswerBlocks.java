package io.awaken.provider.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmListener;
import io.awaken.provider.http.ProviderFailures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The blocks of one answer. Servers disagree about what identifies a block: an index, which may be
 * missing, come again or name a block that never began. For one thread.
 */
final class AnswerBlocks {

  private static final int NO_INDEX = -1;

  private final LlmListener listener;
  private final ProviderFailures failures;
  private final List<AnswerBlock> blocks = new ArrayList<>();

  /** The last block that began with each index. */
  private final Map<Integer, AnswerBlock> open = new HashMap<>();

  AnswerBlocks(LlmListener listener, ProviderFailures failures) {
    this.listener = listener;
    this.failures = failures;
  }

  /** In the order in which they began. */
  List<AnswerBlock> all() {
    return blocks;
  }

  /** Adds a block that comes whole. */
  void whole(JsonNode block) throws InferenceException {
    begun(block).end();
  }

  /** The index of an event; -1 where the server numbers nothing. */
  static int index(JsonNode event) {
    JsonNode index = event.path("index");
    return index.isNull() ? NO_INDEX : index.asInt(NO_INDEX);
  }

  /** The event {@code content_block_start}. */
  void begin(JsonNode event) throws InferenceException {
    JsonNode start = event.path("content_block");
    int index = index(event);
    AnswerBlock known = open.get(index);
    if (known == null || !known.isRepeatedBy(start)) {
      open.put(index, begun(start));
    }
  }

  private AnswerBlock begun(JsonNode start) throws InferenceException {
    AnswerBlock block = AnswerBlock.begin(start, unused(start.path("id").asText("")), listener);
    if (block.isNamelessCall()) {
      throw failures.failure(Kind.PROVIDER, "sent a tool call without a name");
    }
    blocks.add(block);
    return block;
  }

  /** An id of its own for each call. */
  private String unused(String wanted) {
    return ToolCall.unusedId(wanted.isEmpty() ? "call_" + blocks.size() : wanted, this::taken);
  }

  private boolean taken(String id) {
    return blocks.stream().anyMatch(block -> block.callId().equals(id));
  }

  /**
   * The event {@code content_block_delta}. Some servers send a piece of another kind than the block
   * of its index, or of a block that never began: then text and thinking get a block of their own,
   * arguments belong to the last call, and a signature to the last thinking.
   */
  void add(JsonNode event) throws InferenceException {
    JsonNode delta = event.path("delta");
    String type = delta.path("type").asText("");
    AnswerBlock.Kind kind = AnswerBlock.Kind.ofDelta(type);
    if (kind == null) {
      // Citations, which are never requested, or a newer delta.
      return;
    }
    int index = index(event);
    AnswerBlock block = at(index);
    if (block == null || !block.takes(kind)) {
      block = other(kind, type, index);
    }
    if (block != null) {
      block.add(type, delta);
    }
  }

  /** Null for a signature of nothing. */
  private AnswerBlock other(AnswerBlock.Kind kind, String type, int index)
      throws InferenceException {
    boolean signature = type.equals("signature_delta");
    if (signature || kind == AnswerBlock.Kind.CALL) {
      for (AnswerBlock block : blocks.reversed()) {
        if (block.is(kind)) {
          return block;
        }
      }
      if (signature) {
        return null;
      }
      throw failures.failure(Kind.PROVIDER, "sent arguments of a tool call that it never began");
    }
    var block = AnswerBlock.of(kind, listener);
    blocks.add(block);
    open.put(index, block);
    return block;
  }

  /** The event {@code content_block_stop}. */
  void end(JsonNode event) {
    AnswerBlock block = at(index(event));
    if (block != null) {
      block.end();
    }
  }

  private AnswerBlock at(int index) {
    if (index == NO_INDEX) {
      return blocks.isEmpty() ? null : blocks.getLast();
    }
    AnswerBlock block = open.get(index);
    return block == null ? open.get(NO_INDEX) : block;
  }
}
