package io.awaken.core.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Metadata that providers attached to a block, call or message and require unchanged: an object
 * with opaque JSON by provider key, the id of the provider's document. Stateless.
 */
public final class ProviderMetadata {

  private ProviderMetadata() {}

  /** Metadata of one provider. */
  public static ObjectNode of(String provider, JsonNode value) {
    return JsonNodeFactory.instance.objectNode().set(provider, value);
  }

  /** The metadata of a provider; null for none. */
  public static JsonNode get(ObjectNode metadata, String provider) {
    return metadata == null || provider == null ? null : metadata.get(provider);
  }

  /**
   * The messages for one provider: without signatures, encrypted reasoning and metadata of others.
   * The same list when nothing is removed.
   *
   * @param provider the provider's id
   */
  public static List<Message> seenBy(String provider, List<Message> messages) {
    List<Message> out = messages;
    for (int i = 0; i < messages.size(); i++) {
      Message message = messages.get(i);
      Message seen = seenBy(provider, message);
      if (seen != message) {
        out = out == messages ? new ArrayList<>(messages) : out;
        out.set(i, seen);
      }
    }
    return out;
  }

  private static Message seenBy(String provider, Message message) {
    Message out = message;
    ObjectNode own = own(provider, message.providerMetadata());
    if (own != message.providerMetadata()) {
      out = out.with(own);
    }
    List<ToolCall> calls = message.toolCalls();
    for (int i = 0; i < calls.size(); i++) {
      ToolCall call = calls.get(i);
      ObjectNode ofCall = own(provider, call.providerMetadata());
      if (ofCall != call.providerMetadata()) {
        out = out.withToolCalls(replaced(out.toolCalls(), i, call.with(ofCall)));
      }
    }
    List<ContentBlock> content = message.content();
    for (int i = 0; i < content.size(); i++) {
      ContentBlock seen = seenBy(provider, content.get(i));
      if (seen != content.get(i)) {
        out = out.withContent(replaced(out.content(), i, seen));
      }
    }
    return out;
  }

  private static ContentBlock seenBy(String provider, ContentBlock block) {
    ContentBlock out = block;
    if (block instanceof ContentBlock.Thinking thinking
        && thinking.sealed()
        && !provider.equals(thinking.provider())) {
      out = thinking.unsealed();
    }
    ObjectNode own = own(provider, block.providerMetadata());
    return own == block.providerMetadata() ? out : out.with(own);
  }

  private static <T> List<T> replaced(List<T> all, int index, T with) {
    var copy = new ArrayList<>(all);
    copy.set(index, with);
    return copy;
  }

  /** The unchanged object when it has no metadata of other providers. */
  private static ObjectNode own(String provider, ObjectNode metadata) {
    JsonNode own = get(metadata, provider);
    if (own == null) {
      return null;
    }
    return metadata.size() == 1 ? metadata : of(provider, own);
  }

  /** Null for an empty object, so that the field is not written. */
  static ObjectNode orNull(ObjectNode metadata) {
    return metadata == null || metadata.isEmpty() ? null : metadata;
  }
}
