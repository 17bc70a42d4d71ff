package io.awaken.core.model;

import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.ProviderMetadata;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.core.tool.ToolDescriptor;
import java.util.List;

/**
 * What a model is asked.
 *
 * @param model the provider's own name of the model
 * @param system the instruction before the conversation; null for none
 * @param messages the conversation, oldest first; never changed after it was handed over
 * @param tools what it may call, in a stable order
 * @param parameters sampling settings
 * @param stored gives the bytes of media that messages refer to; set by the runtime when the
 *     request is sent
 * @param responseFormat the form that an answer without calls must have; null for any; set by the
 *     runtime when the request is sent
 * @param promptCache whether what stays the same may be marked for the provider's cache (features
 *     row 110); set by the runtime when the request is sent
 * @param conversation names what the request belongs to, so that a pool asks the same member each
 *     time; null for none
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
    // A history is persistent already and may be long: it is not copied.
    tools = List.copyOf(tools);
  }

  /** A request for any text, whose messages refer to nothing that is stored. */
  public LlmRequest(
      String model,
      String system,
      List<Message> messages,
      List<ToolDescriptor> tools,
      InferenceParameters parameters) {
    this(model, system, messages, tools, parameters, MediaReader.NONE, null, true, null);
  }

  /** The same with stored media. */
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
   * The same for an answer of this form.
   *
   * @param format null for any text
   * @param cache whether it may be marked for the provider's cache
   */
  public LlmRequest answering(ResponseFormat format, boolean cache) {
    ResponseFormat asked = format == null || !format.json() ? null : format;
    return new LlmRequest(
        model, system, messages, tools, parameters, stored, asked, cache, conversation);
  }

  /** The same for an answer of so many tokens at the most. */
  public LlmRequest answeringAtMost(int tokens) {
    var limited =
        new InferenceParameters(
            parameters.temperature(), parameters.topP(), tokens, parameters.reasoningEffort());
    return new LlmRequest(
        model, system, messages, tools, limited, stored, responseFormat, promptCache, conversation);
  }

  /** The same as a part of this conversation. */
  public LlmRequest in(String other) {
    return new LlmRequest(
        model, system, messages, tools, parameters, stored, responseFormat, promptCache, other);
  }

  /** The same with what the runtime set in another request. */
  public LlmRequest sentLike(LlmRequest other) {
    return answering(other.responseFormat, other.promptCache)
        .with(other.stored)
        .in(other.conversation);
  }

  /** The same for another model of the provider. */
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
   * The same as a provider may see it: without what other providers signed, encrypted or attached.
   *
   * @param provider the id of its document
   */
  public LlmRequest seenBy(String provider) {
    List<Message> seen = ProviderMetadata.seenBy(provider, messages);
    return seen == messages ? this : withMessages(seen);
  }

  /** The same with other messages. */
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
   * The bytes of a medium of the conversation; of what is stored they are read now.
   *
   * @return must not be changed; null for a URL
   * @throws InferenceException when what it refers to is not stored
   */
  public byte[] bytes(Media media) throws InferenceException {
    if (media.data() != null) {
      return media.data().array();
    }
    return media.mediaId() == null ? null : stored.read(media);
  }

  /**
   * The same request with another instruction.
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
