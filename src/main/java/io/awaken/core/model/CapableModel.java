package io.awaken.core.model;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.DocumentBlock;
import io.awaken.core.message.Media;
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
 * Asks a model within what its document says that it can do: input that it does not take is refused
 * before its provider is asked, no longer answer is asked for than it gives, it is told where its
 * knowledge ends, and its usage gets a cost. A request for another model of the provider, of which
 * nothing is known, passes as it is. Thread-safe.
 */
public final class CapableModel implements LlmExecutor {

  private final ModelSpec model;
  private final LlmExecutor provider;
  private final String cutoff;

  private CapableModel(ModelSpec model, LlmExecutor provider) {
    this.model = model;
    this.provider = provider;
    this.cutoff = model.toldCutoff() == null ? null : cutoff(model.toldCutoff());
  }

  /** The provider itself for a model of which nothing is known. */
  public static LlmExecutor of(ModelSpec model, LlmExecutor provider) {
    boolean known =
        model.modalities() != null
            || model.maxOutputTokens() != null
            || model.toldCutoff() != null
            || model.prices() != null;
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
    LlmRequest told = cutoff == null ? request : request.withSystem(behind(request.system()));
    try {
      return priced(provider.execute(limited(told), listener, cancellation));
    } catch (InferenceException e) {
      // What came of a broken answer is paid for as well.
      throw e.soFar() == null ? e : e.after(priced(e.soFar()));
    }
  }

  /** Providers refuse a request for a longer answer than the model gives. */
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
      // Media in assistant messages are no input: wires describe them in text.
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
   * What of a block a model does not take in.
   *
   * @return null when it takes it, or that is not known
   */
  public static Modality refused(ModelSpec model, ContentBlock block) {
    if (!(block instanceof Media media) || isText(media)) {
      return null;
    }
    Modality modality = Modality.valueOf(media.kind().name());
    return model.takes(modality) ? null : modality;
  }

  /** The text that clients see about such a block. */
  public static String why(ModelSpec model, Modality refused) {
    return "the model %s takes no %s".formatted(model.id(), refused.wire());
  }

  private static boolean isText(Media media) {
    return media instanceof DocumentBlock document && document.isText();
  }

  /** After the prompt, so that a prompt keeps one cacheable prefix for all models. */
  private String behind(String system) {
    return system == null || system.isEmpty() ? cutoff : system + "\n\n" + cutoff;
  }

  private static String cutoff(String date) {
    return "Your knowledge of the world ends at "
        + date
        + ". Of anything later you know only what this conversation and its tools tell you.";
  }

  private StreamResult priced(StreamResult answer) {
    return model.prices() == null || answer.usage() == null
        ? answer
        : answer.with(answer.usage().costing(cost(model.prices(), answer.usage())));
  }

  /** Null when the provider did not say how many tokens it read and wrote. */
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
