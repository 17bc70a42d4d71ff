package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.Collection;
import java.util.Optional;

/**
 * Maps a model id that agents name to a provider and the name that provider knows (features row
 * 21).
 *
 * @param id the id that agents name
 * @param providerId the provider's id; also read as {@code provider}
 * @param upstreamModel the provider's own name of the model; also read as {@code model}
 * @param contextWindow tokens of a request and its answer that the model can take; null when it is
 *     not known
 * @param maxOutputTokens tokens of the longest answer of the model; null when it is not known
 */
public record ModelSpec(
    String id,
    @JsonAlias("provider") String providerId,
    @JsonAlias("model") String upstreamModel,
    Integer contextWindow,
    Integer maxOutputTokens) {

  /** A model whose limits are not known. */
  public ModelSpec(String id, String providerId, String upstreamModel) {
    this(id, providerId, upstreamModel, null, null);
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
