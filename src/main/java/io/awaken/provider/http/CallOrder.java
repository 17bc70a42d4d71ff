package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.ProviderMetadata;
import io.awaken.core.message.ToolCall;
import java.io.IOException;
import java.util.List;

/**
 * The order of the blocks and calls of an answer. A message stores calls apart from its content,
 * and some providers refuse an answer whose parts come back in another order than they gave them.
 * So the metadata of a block counts the calls before it. Stateless.
 */
public final class CallOrder {

  private static final String CALLS_BEFORE = "calls_before";

  /** Writes the parts of a message. */
  public interface Writer {

    /**
     * @param following the content after it
     * @param callsFollow whether calls come after it
     */
    void block(ContentBlock block, List<ContentBlock> following, boolean callsFollow)
        throws IOException;

    void call(ToolCall call) throws IOException;
  }

  private CallOrder() {}

  /** Adds the number of calls before a block to its metadata; nothing for none. */
  public static void note(ObjectNode metadata, int callsBefore) {
    if (callsBefore > 0) {
      metadata.put(CALLS_BEFORE, callsBefore);
    }
  }

  /** Writes content and calls in the order of the answer; calls without one come last. */
  public static void write(
      List<ContentBlock> content, List<ToolCall> calls, String providerId, Writer writer)
      throws IOException {
    int written = 0;
    for (int i = 0; i < content.size(); i++) {
      ContentBlock block = content.get(i);
      JsonNode own = ProviderMetadata.get(block.providerMetadata(), providerId);
      int before = own == null ? 0 : own.path(CALLS_BEFORE).asInt();
      for (; written < Math.min(before, calls.size()); written++) {
        writer.call(calls.get(written));
      }
      writer.block(block, content.subList(i + 1, content.size()), written < calls.size());
    }
    for (; written < calls.size(); written++) {
      writer.call(calls.get(written));
    }
  }
}
