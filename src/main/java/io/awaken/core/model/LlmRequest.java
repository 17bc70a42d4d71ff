package io.awaken.core.model;

import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.ProviderMetadata;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.core.tool.ToolDescriptor;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A request to a model.
 *
 * @param model the provider's own name of the model
 * @param system the instruction before the conversation; null for none
 * @param messages the conversation, oldest first; never modified after the call
 * @param tools the available tools, in a stable order
 * @param parameters sampling settings
 * @param stored reads stored media of the messages; set by the runtime when the request is sent
 * @param responseFormat the format of an answer without calls; null for any; set by the runtime
 *     when the request is sent
 * @param promptCache whether the stable prefix may be marked for the provider's cache (features row
 *     110); set by the runtime when the request is sent
 * @param conversation identifies the conversation, so that a pool chooses one member each time;
 *     null for none
 */
public record LlmRequest(
    String model,
    String system,
    List<Message> messages,
    List<ToolDescriptor> tools,
    InferenceParameters parameters,
    MediaReader stored,
    ResponseFormat responseFormat,
    boolean promptCache,
    String conversation) {

  public LlmRequest {
    // Not copied, since the history may be long and is already immutable.
    tools = List.copyOf(tools);
  }

  /** A request for any text, without stored media. */
  public LlmRequest(
      String model,
      String system,
      List<Message> messages,
      List<ToolDescriptor> tools,
      InferenceParameters parameters) {
    this(model, system, messages, tools, parameters, MediaReader.NONE, null, true, null);
  }

  /** A copy with stored media. */
  public LlmRequest with(MediaReader reader) {
    return reader == stored
        ? this
        : new LlmRequest(
            model,
            system,
            messages,
            tools,
            parameters,
            reader,
            responseFormat,
            promptCache,
            conversation);
  }

  /**
   * A copy for an answer in this format.
   *
   * @param format null for any text
   * @param cache whether the prefix may be marked for the provider's cache
   */
  public LlmRequest answering(ResponseFormat format, boolean cache) {
    ResponseFormat asked = format == null || !format.json() ? null : format;
    if (asked == responseFormat && cache == promptCache) {
      return this;
    }
    return new LlmRequest(
        model, system, messages, tools, parameters, stored, asked, cache, conversation);
  }

  /** A copy with this limit of output tokens. */
  public LlmRequest answeringAtMost(int tokens) {
    var limited =
        new InferenceParameters(
            parameters.temperature(), parameters.topP(), tokens, parameters.reasoningEffort());
    return new LlmRequest(
        model, system, messages, tools, limited, stored, responseFormat, promptCache, conversation);
  }

  /** A copy as part of this conversation. */
  public LlmRequest in(String other) {
    if (Objects.equals(other, conversation)) {
      return this;
    }
    return new LlmRequest(
        model, system, messages, tools, parameters, stored, responseFormat, promptCache, other);
  }

  /** A copy with the runtime's settings of another request. */
  public LlmRequest sentLike(LlmRequest other) {
    return answering(other.responseFormat, other.promptCache)
        .with(other.stored)
        .in(other.conversation);
  }

  /** A copy for another model of the provider. */
  public LlmRequest of(String other) {
    return new LlmRequest(
        other,
        system,
        messages,
        tools,
        parameters,
        stored,
        responseFormat,
        promptCache,
        conversation);
  }

  /**
   * A copy for this provider: without signatures, encrypted content and metadata of others.
   *
   * @param provider the provider's id
   */
  public LlmRequest seenBy(String provider) {
    List<Message> seen = ProviderMetadata.seenBy(provider, messages);
    return seen == messages ? this : withMessages(seen);
  }

  /**
   * A copy with texts for media, as {@link LeftOutMedia#replaced} has them; this request when there
   * is none to replace.
   */
  public LlmRequest withoutMedia(LeftOutMedia.Scope scope, Function<Media, String> why) {
    List<Message> sent = LeftOutMedia.replaced(messages, scope, why);
    return sent == messages ? this : withMessages(sent);
  }

  /** A copy with these messages. */
  public LlmRequest withMessages(List<Message> others) {
    return new LlmRequest(
        model,
        system,
        others,
        tools,
        parameters,
        stored,
        responseFormat,
        promptCache,
        conversation);
  }

  /**
   * The bytes of a medium of the conversation; stored ones are read now.
   *
   * @return must not be modified; null for a URL
   * @throws InferenceException when the stored media does not exist
   */
  public byte[] bytes(Media media) throws InferenceException {
    if (media.data() != null) {
      return media.data().array();
    }
    return media.mediaId() == null ? null : stored.read(media);
  }

  /**
   * A copy with this instruction.
   *
   * @param instruction null for none
   */
  public LlmRequest withSystem(String instruction) {
    return new LlmRequest(
        model,
        instruction,
        messages,
        tools,
        parameters,
        stored,
        responseFormat,
        promptCache,
        conversation);
  }
}
