package io.awaken.core.model;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Media.DocumentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.Cost;
import io.awaken.core.spec.Modality;
import io.awaken.core.spec.ModelPrices;
import io.awaken.core.spec.ModelSpec;
import java.util.List;

/**
 * Calls a model within the capabilities in its document: rejects unsupported input before the
 * provider is called, limits the length of the answer, adds the model's knowledge cutoff to the
 * system prompt, takes thinking in tags for reasoning, and computes the cost of its usage. A
 * request for another model of the provider is passed unchanged. Thread-safe.
 */
public final class CapableModel implements LlmExecutor {

  private final ModelSpec model;
  private final LlmExecutor provider;
  private final String cutoff;

  private CapableModel(ModelSpec model, LlmExecutor provider) {
    this.model = model;
    this.provider = provider;
    this.cutoff = model.statedCutoff() == null ? null : cutoff(model.statedCutoff());
  }

  /** Returns the provider's executor unchanged for a model without known capabilities. */
  public static LlmExecutor of(ModelSpec model, LlmExecutor provider) {
    boolean known =
        model.modalities() != null
            || model.maxOutputTokens() != null
            || model.statedCutoff() != null
            || model.prices() != null
            || model.hasThinkTags();
    return known ? new CapableModel(model, provider) : provider;
  }

  @Override
  public StreamResult execute(
      LlmRequest request, LlmListener listener, CancellationToken cancellation)
      throws InferenceException {
    if (!model.upstreamModel().equals(request.model())) {
      return provider.execute(request, listener, cancellation);
    }
    requireTaken(request.messages());
    LlmRequest informed = cutoff == null ? request : request.withSystem(behind(request.system()));
    try {
      return priced(answer(limited(informed), listener, cancellation));
    } catch (InferenceException e) {
      // An interrupted answer costs, too.
      throw e.soFar() == null ? e : e.after(priced(e.soFar()));
    }
  }

  private StreamResult answer(
      LlmRequest request, LlmListener listener, CancellationToken cancellation)
      throws InferenceException {
    if (!model.hasThinkTags()) {
      return provider.execute(request, listener, cancellation);
    }
    var tags = new ThinkTags(listener);
    try {
      return ThinkTags.read(provider.execute(request, tags, cancellation));
    } catch (InferenceException e) {
      throw e.soFar() == null ? e : e.after(ThinkTags.read(e.soFar()));
    } finally {
      tags.end();
    }
  }

  @Override
  public Integer contextWindow() {
    return provider.contextWindow();
  }

  @Override
  public String refuses(String upstreamModel, Media media) {
    Modality refused = model.upstreamModel().equals(upstreamModel) ? refused(model, media) : null;
    return refused == null ? provider.refuses(upstreamModel, media) : why(model, refused);
  }

  /** Providers reject a limit above the model's maximum. */
  private LlmRequest limited(LlmRequest request) {
    Integer most = model.maxOutputTokens();
    if (most == null) {
      return request;
    }
    Integer own = request.parameters().maxTokens();
    Integer asked = own == null ? provider.usualAnswer(request) : own;
    return asked == null || asked <= most ? request : request.answeringAtMost(most);
  }

  private void requireTaken(List<Message> messages) throws InferenceException {
    if (model.modalities() == null) {
      return;
    }
    for (Message message : messages) {
      // Media in assistant messages is not input; wires describe it in text.
      if (message.role() != Role.ASSISTANT) {
        requireTaken(message);
      }
    }
  }

  private void requireTaken(Message message) throws InferenceException {
    for (int i = 0; i < message.content().size(); i++) {
      Modality refused = refused(model, message.content().get(i));
      if (refused != null) {
        throw InferenceException.unsupported(
            "content[%d] of the message %s: %s".formatted(i, message.id(), why(model, refused)));
      }
    }
  }

  /**
   * The modality of a block that a model does not accept.
   *
   * @return null when it is accepted or unknown
   */
  public static Modality refused(ModelSpec model, ContentBlock block) {
    if (!(block instanceof Media media) || isText(media)) {
      return null;
    }
    Modality modality = Modality.valueOf(media.kind().name());
    return model.takes(modality) ? null : modality;
  }

  /** The error text for clients. */
  public static String why(ModelSpec model, Modality refused) {
    return "the model %s takes no %s".formatted(model.id(), refused.wire());
  }

  private static boolean isText(Media media) {
    return media instanceof DocumentBlock document && document.isText();
  }

  /** After the prompt, so that the prompt stays a cacheable prefix for all models. */
  private String behind(String system) {
    return system == null || system.isEmpty() ? cutoff : system + "\n\n" + cutoff;
  }

  private static String cutoff(String date) {
    return "Your knowledge of the world ends at "
        + date
        + ". You know about later events only from this conversation and its tools.";
  }

  private StreamResult priced(StreamResult answer) {
    return model.prices() == null || answer.usage() == null
        ? answer
        : answer.with(answer.usage().costing(cost(model.prices(), answer.usage())));
  }

  /** Null when the provider reported no token counts. */
  private static Cost cost(ModelPrices prices, TokenUsage usage) {
    if (usage.promptTokens() == null || usage.completionTokens() == null) {
      return null;
    }
    int read = usage.cacheReadTokens() == null ? 0 : usage.cacheReadTokens();
    int written = usage.cacheCreationTokens() == null ? 0 : usage.cacheCreationTokens();
    int fresh = Math.max(0, usage.promptTokens() - read - written);
    return prices.cost(fresh, read, written, usage.completionTokens());
  }
}
