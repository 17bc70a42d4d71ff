package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Maps a model id that agents name to a provider and the provider's name of the model, and declares
 * the model's capabilities (features row 21). Unknown capabilities are null and limit nothing.
 *
 * @param id the id that agents name
 * @param providerId the provider's id; also read as {@code provider}
 * @param upstreamModel the provider's own name of the model; also read as {@code model}
 * @param contextWindow maximum tokens of a request and its answer; null when unknown
 * @param maxOutputTokens maximum tokens of an answer; null when unknown
 * @param modalities supported input; null when unknown
 * @param knowledgeCutoff the day or month of its knowledge cutoff, as {@code 2025-06-30} or {@code
 *     2025-06}; null when unknown
 * @param tellKnowledgeCutoff whether the system prompt states the knowledge cutoff; default true
 * @param prices its prices; null when unknown
 * @param thinkTags whether {@code <think>…</think>} at the start of its text is reasoning; default
 *     false
 */
public record ModelSpec(
    String id,
    @JsonAlias("provider") String providerId,
    @JsonAlias("model") String upstreamModel,
    Integer contextWindow,
    Integer maxOutputTokens,
    Set<Modality> modalities,
    String knowledgeCutoff,
    Boolean tellKnowledgeCutoff,
    ModelPrices prices,
    Boolean thinkTags) {

  public ModelSpec {
    modalities = modalities == null || modalities.isEmpty() ? modalities : inOrder(modalities);
  }

  /** A model whose text is text. */
  public ModelSpec(
      String id,
      String providerId,
      String upstreamModel,
      Integer contextWindow,
      Integer maxOutputTokens,
      Set<Modality> modalities,
      String knowledgeCutoff,
      Boolean tellKnowledgeCutoff,
      ModelPrices prices) {
    this(
        id,
        providerId,
        upstreamModel,
        contextWindow,
        maxOutputTokens,
        modalities,
        knowledgeCutoff,
        tellKnowledgeCutoff,
        prices,
        null);
  }

  /** A model with known limits only. */
  public ModelSpec(
      String id,
      String providerId,
      String upstreamModel,
      Integer contextWindow,
      Integer maxOutputTokens) {
    this(id, providerId, upstreamModel, contextWindow, maxOutputTokens, null, null, null, null);
  }

  /** A model without known capabilities. */
  public ModelSpec(String id, String providerId, String upstreamModel) {
    this(id, providerId, upstreamModel, null, null);
  }

  private static Set<Modality> inOrder(Set<Modality> modalities) {
    return Collections.unmodifiableSet(EnumSet.copyOf(modalities));
  }

  /** Whether the model supports this input or its support is unknown. */
  public boolean takes(Modality modality) {
    return modalities == null || modalities.contains(modality);
  }

  /** The knowledge cutoff to state in the system prompt; null for none. */
  public String statedCutoff() {
    return Boolean.FALSE.equals(tellKnowledgeCutoff) ? null : knowledgeCutoff;
  }

  /**
   * A copy limited to the context window of the provider's settings.
   *
   * @param window null without such a setting
   */
  public ModelSpec within(Integer window) {
    if (window == null || contextWindow != null && contextWindow <= window) {
      return this;
    }
    return new ModelSpec(
        id,
        providerId,
        upstreamModel,
        window,
        maxOutputTokens,
        modalities,
        knowledgeCutoff,
        tellKnowledgeCutoff,
        prices,
        thinkTags);
  }

  /** Whether thinking in tags is reasoning. */
  public boolean hasThinkTags() {
    return Boolean.TRUE.equals(thinkTags);
  }

  /** The limits of the model. */
  public ModelLimits limits() {
    return new ModelLimits(contextWindow, maxOutputTokens);
  }

  /**
   * Resolves {@code provider/model} when no document has that id: that model of that provider
   * (features row 109).
   *
   * @param providers ids of all providers
   * @return empty unless the id starts with one of them and a slash
   */
  public static Optional<ModelSpec> named(String id, Collection<String> providers) {
    int slash = id.indexOf('/');
    if (slash < 0 || slash == id.length() - 1) {
      return Optional.empty();
    }
    String provider = id.substring(0, slash);
    return providers.contains(provider)
        ? Optional.of(new ModelSpec(id, provider, id.substring(slash + 1)))
        : Optional.empty();
  }

  /**
   * The limits of a model in tokens.
   *
   * @param contextWindow maximum of a request and its answer together; null when unknown
   * @param maxOutputTokens maximum of an answer; null when unknown
   */
  public record ModelLimits(Integer contextWindow, Integer maxOutputTokens) {}
}
