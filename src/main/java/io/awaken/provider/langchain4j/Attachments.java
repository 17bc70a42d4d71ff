package io.awaken.provider.langchain4j;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.AiMessage;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.PooledBuffers;
import io.awaken.core.message.ProviderMetadata;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Attributes of a model's messages besides text and calls, such as signatures of its reasoning:
 * stored with the message and sent back unchanged. Values that are not plain data are dropped,
 * since a message cannot store them. Stateless.
 */
final class Attachments {

  private static final ObjectMapper MAPPER = new ObjectMapper(PooledBuffers.factory());
  private static final TypeReference<Map<String, Object>> ATTRIBUTE_MAP = new TypeReference<>() {};
  private static final String ATTRIBUTES = "attributes";
  private static final String DEFAULT_TYPE = "image/png";

  private Attachments() {}

  /** Also marks the message as made by the provider; null without attributes. */
  static ObjectNode of(String providerId, AiMessage message) {
    var plain = new HashMap<String, Object>(message.attributes());
    plain.remove(AiMessage.GENERATED_IMAGES_KEY);
    plain.values().removeIf(value -> !isPlain(value));
    boolean thought = message.thinking() != null && !message.thinking().isEmpty();
    if (plain.isEmpty() && !thought) {
      return null;
    }
    return ProviderMetadata.of(
        providerId,
        JsonNodeFactory.instance.objectNode().set(ATTRIBUTES, MAPPER.valueToTree(plain)));
  }

  /** The attributes of a message that this provider made; null for one that it did not make. */
  static Map<String, Object> of(String providerId, Message message) {
    JsonNode own = ProviderMetadata.get(message.providerMetadata(), providerId);
    if (own == null || !own.path(ATTRIBUTES).isObject()) {
      return null;
    }
    return MAPPER.convertValue(own.path(ATTRIBUTES), ATTRIBUTE_MAP);
  }

  /** The images that a model generated. */
  static List<ContentBlock> images(AiMessage message) {
    var images = new ArrayList<ContentBlock>();
    for (Image image : message.images()) {
      String type = image.mimeType() == null ? DEFAULT_TYPE : image.mimeType();
      if (image.base64Data() != null) {
        images.add(MediaKind.IMAGE.of(type, Base64.getDecoder().decode(image.base64Data()), null));
      } else if (image.url() != null) {
        images.add(MediaKind.IMAGE.at(image.url().toString(), type, null));
      }
    }
    return images;
  }

  private static boolean isPlain(Object value) {
    return switch (value) {
      case null -> false;
      case String text -> true;
      case Boolean flag -> true;
      case Number number -> true;
      case List<?> list -> list.stream().allMatch(Attachments::isPlain);
      case Map<?, ?> map ->
          map.keySet().stream().allMatch(String.class::isInstance)
              && map.values().stream().allMatch(Attachments::isPlain);
      default -> false;
    };
  }
}
