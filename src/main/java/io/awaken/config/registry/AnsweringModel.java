package io.awaken.config.registry;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.config.BuiltinDocuments;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import java.util.Optional;

/** Describes the model of the agent {@code default} for the log at start. Stateless. */
public final class AnsweringModel {

  private static final String SCRIPTED = "scripted";

  private AnsweringModel() {}

  /** One sentence without secrets; empty without such an agent or a model of this server. */
  public static Optional<String> of(RegistrySnapshot snapshot) {
    return Optional.ofNullable(snapshot.agents().get(BuiltinDocuments.DEFAULT))
        .map(AgentSpec::modelId)
        .flatMap(snapshot::model)
        .map(model -> sentence(model, snapshot.providers().of(model.providerId())));
  }

  private static String sentence(ModelSpec model, JsonNode provider) {
    String who = "The agent " + BuiltinDocuments.DEFAULT + " is answered by ";
    if (!SCRIPTED.equals(provider.path("adapter").asText())) {
      String address = provider.path("base_url").asText("");
      return who
          + "the model "
          + model.upstreamModel()
          + " of the provider "
          + model.providerId()
          + (address.isEmpty() ? "" : " at " + address);
    }
    return provider.path("adapter_options").has("script")
        ? who + "a script"
        : who
            + "the built-in demo, which is not a real model: see docs/models.md for how to get one";
  }
}
