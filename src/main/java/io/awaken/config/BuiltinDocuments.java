package io.awaken.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.AgentSpecBuilder;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ProviderSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The documents of a server without configured ones: the agent {@code default}, its model {@code
 * default} and one provider, chosen by configuration.
 *
 * <ol>
 *   <li>{@value #SCRIPT} names a file: the {@code scripted} provider plays it.
 *   <li>{@value #MODEL} is {@code provider/model} with a {@link DefaultProvider} of which a
 *       variable is set: that model of that provider.
 *   <li>A variable of a {@link DefaultProvider} is set: the first of them, with the model that
 *       {@value #MODEL} names, else its own default.
 *   <li>None: {@code scripted} with its own demo.
 * </ol>
 */
public final class BuiltinDocuments {

  public static final String MODEL = "awaken.default-model";
  public static final String SCRIPT = "awaken.model.script";

  /** Agent and model. */
  public static final String DEFAULT = "default";

  private static final String SCRIPTED = "scripted";

  private BuiltinDocuments() {}

  /**
   * @throws DocumentException when the script cannot be read or an address is invalid
   */
  public static Documents choose(Lookup lookup) {
    Optional<String> script = lookup.nonBlank(SCRIPT);
    if (script.isPresent()) {
      return scripted(lookup, Map.of("script", NamedFile.script(script.get())));
    }
    List<DefaultProvider> configured = DefaultProvider.configured(lookup);
    if (configured.isEmpty()) {
      return scripted(lookup, Map.of());
    }
    String configuredModel = lookup.nonBlank(MODEL).map(String::strip).orElse(null);
    for (DefaultProvider provider : configured) {
      String prefix = provider.id() + "/";
      if (configuredModel != null && configuredModel.startsWith(prefix)) {
        return real(lookup, provider, configuredModel.substring(prefix.length()));
      }
    }
    DefaultProvider first = configured.getFirst();
    return real(lookup, first, configuredModel == null ? first.model() : configuredModel);
  }

  private static Documents real(Lookup lookup, DefaultProvider chosen, String model) {
    ProviderSpec provider = chosen.provider(lookup);
    ObjectNode written = written(provider);
    if (provider.apiKey() != null) {
      written.put("api_key", "${" + chosen.keyVariable() + "}");
    }
    return documents(lookup, patient(), provider, written, model);
  }

  private static Documents scripted(Lookup lookup, Map<String, JsonNode> options) {
    var provider = new ProviderSpec(SCRIPTED, SCRIPTED, null, null, null, options);
    return documents(lookup, agent().build(), provider, written(provider), SCRIPTED);
  }

  private static Documents documents(
      Lookup lookup, AgentSpec agent, ProviderSpec provider, ObjectNode written, String model) {
    return new Documents(
        List.of(agent),
        List.of(new ModelSpec(DEFAULT, provider.id(), model)),
        List.of(),
        List.of(provider),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        new ProviderSources(Map.of(provider.id(), written), new References(lookup, Path.of(""))),
        Origins.NONE);
  }

  /** The equivalent document, without the key. */
  private static ObjectNode written(ProviderSpec provider) {
    ObjectNode written =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", provider.id())
            .put("adapter", provider.adapter());
    if (provider.baseUrl() != null) {
      written.put("base_url", provider.baseUrl());
    }
    if (!provider.adapterOptions().isEmpty()) {
      written.putObject("adapter_options").setAll(provider.adapterOptions());
    }
    return written;
  }

  /** May use every tool, so that custom tools work before the first agent is written. */
  private static AgentSpecBuilder agent() {
    return AgentSpec.builder(DEFAULT, DEFAULT)
        .description("Answers questions and uses every tool of this server.")
        .systemPrompt(
            "You are a helpful assistant. Use the tools when they help, and answer briefly.");
  }

  /** Real models fail temporarily; a script fails only on purpose. */
  private static AgentSpec patient() {
    return agent().section("retry", JsonNodeFactory.instance.objectNode()).build();
  }
}
