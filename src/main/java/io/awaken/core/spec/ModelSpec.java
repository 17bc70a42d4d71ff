package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonAlias;

/**
 * Maps a model id that agents name to a provider and the name that provider knows (features row
 * 21).
 *
 * @param id the id that agents name
 * @param providerId the provider's id; also read as {@code provider}
 * @param upstreamModel the provider's own name of the model; also read as {@code model}
 */
public record ModelSpec(
    String id,
    @JsonAlias("provider") String providerId,
    @JsonAlias("model") String upstreamModel) {}
