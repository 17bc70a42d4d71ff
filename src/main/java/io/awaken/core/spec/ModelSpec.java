package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Maps a model id that agents name to a provider and the name that provider knows, and says what
 * the model can do (features row 21). What is not known is null and limits nothing.
 *
 * @param id the id that agents name
 * @param providerId the provider's id; also read as {@code provider}
 * @param upstreamModel the provider's own name of the model; also read as {@code model}
 * @param contextWindow tokens of a request and its answer that the model can take; null when it is
 *     not known
 * @param maxOutputTokens tokens of the longest answer of the model; null when it is not known
 * @param modalities what it takes in; null when it is not known
 * @param knowledgeCutoff the day or month up to which it knows the world, as {@code 2025-06-30} or
 *     {@code 2025-06}; null when it is not known
 * @param tellKnowledgeCutoff whether the model is told that day or month; default true
 * @param prices what it costs; null when that is not known
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
    ModelPrices prices) {

  public ModelSpec {
    modalities = modalities == null || modalities.isEmpty() ? modalities : inOrder(modalities);
  }

  /** A model of which only its limits are known. */
  public ModelSpec(
      String id,
      String providerId,
      String upstreamModel,
      Integer contextWindow,
      Integer maxOutputTokens) {
    this(id, providerId, upstreamModel, contextWindow, maxOutputTokens, null, null, null, null);
  }

  /** A model of which nothing is known. */
  public ModelSpec(String id, String providerId, String upstreamModel) {
    this(id, providerId, upstreamModel, null, null);
  }

  private static Set<Modality> inOrder(Set<Modality> modalities) {
    return Collections.unmodifiableSet(EnumSet.copyOf(modalities));
  }

  /** Whether the model takes this in, as far as it is known. */
  public boolean takes(Modality modality) {
    return modalities == null || modalities.contains(modality);
  }

  /** The sentence about its knowledge that the model gets; null for none. */
  public String toldCutoff() {
    return Boolean.FALSE.equals(tellKnowledgeCutoff) ? null : knowledgeCutoff;
  }

  /**
   * The same model behind settings of its provider that leave it so many tokens.
   *
   * @param window null where they say nothing
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
        prices);
  }

  /** What the model can take. */
  public ModelLimits limits() {
    return new ModelLimits(contextWindow, maxOutputTokens);
  }

  /**
   * What {@code provider/model} means where no document has that id: that model of that provider
   * (features row 109).
   *
   * @param providers ids of the providers that there are
   * @return empty when the id does not begin with one of them and a slash
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
}
