package io.awaken.server.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.Secret;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a server has when nobody wrote a document: the agent {@code default}, its model {@code
 * default} and one provider, chosen by configuration.
 *
 * <ol>
 *   <li>{@value #SCRIPT} names a file: the {@code scripted} provider plays it.
 *   <li>{@value #API_KEY} or {@value #BASE_URL} is set: {@code openai}, with the model that {@value
 *       #MODEL} names, by default {@value #DEFAULT_MODEL}, at {@value #DEFAULT_BASE_URL} unless
 *       told otherwise.
 *   <li>Neither: {@code scripted} with its own demo.
 * </ol>
 */
public final class BuiltinDocuments {

  public static final String API_KEY = "OPENAI_API_KEY";
  public static final String BASE_URL = "OPENAI_BASE_URL";
  public static final String MODEL = "awaken.model";
  public static final String SCRIPT = "awaken.model.script";
  public static final String DEFAULT_BASE_URL = "https://api.openai.com/v1";
  public static final String DEFAULT_MODEL = "gpt-5-mini";

  private static final String DEFAULT = "default";
  private static final String SCRIPTED = "scripted";
  private static final String OPENAI = "openai";

  private BuiltinDocuments() {}

  /**
   * @throws DocumentException when the script cannot be read or the address is none
   */
  public static Documents choose(Lookup lookup) {
    ProviderSpec provider =
        lookup
            .nonBlank(SCRIPT)
            .map(path -> scripted(Map.of("script", ScriptFile.read(path))))
            .orElseGet(() -> wanted(lookup) ? openai(lookup) : scripted(Map.of()));
    String upstream =
        provider.id().equals(OPENAI) ? lookup.nonBlank(MODEL).orElse(DEFAULT_MODEL) : SCRIPTED;
    return new Documents(
        List.of(agent()),
        List.of(new ModelSpec(DEFAULT, provider.id(), upstream)),
        List.of(provider),
        new ProviderSources(
            Map.of(provider.id(), written(provider)), new References(lookup, Path.of(""))),
        Origins.NONE);
  }

  /** What somebody would have written to get it. */
  private static ObjectNode written(ProviderSpec provider) {
    ObjectNode written =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", provider.id())
            .put("adapter", provider.adapter());
    if (provider.apiKey() != null) {
      written.put("api_key", "${" + API_KEY + "}");
    }
    if (provider.baseUrl() != null) {
      written.put("base_url", provider.baseUrl());
    }
    if (!provider.adapterOptions().isEmpty()) {
      written.putObject("adapter_options").setAll(provider.adapterOptions());
    }
    return written;
  }

  /** May use every tool, so that a tool of one's own works before the first agent is written. */
  private static AgentSpec agent() {
    return AgentSpec.builder(DEFAULT, DEFAULT)
        .description("Answers questions and uses every tool of this server.")
        .systemPrompt(
            "You are a helpful assistant. Use the tools when they help, and answer briefly.")
        .build();
  }

  private static boolean wanted(Lookup lookup) {
    return lookup.nonBlank(API_KEY).isPresent() || lookup.nonBlank(BASE_URL).isPresent();
  }

  private static ProviderSpec openai(Lookup lookup) {
    String baseUrl = lookup.nonBlank(BASE_URL).orElse(DEFAULT_BASE_URL);
    if (!SpecRules.isHttp(baseUrl)) {
      throw refused(BASE_URL, "must be an http or https address");
    }
    Secret key = lookup.nonBlank(API_KEY).map(Secret::of).orElse(null);
    return new ProviderSpec(OPENAI, OPENAI, key, baseUrl, null, null);
  }

  private static ProviderSpec scripted(Map<String, JsonNode> options) {
    return new ProviderSpec(SCRIPTED, SCRIPTED, null, null, null, options);
  }

  private static DocumentException refused(String subject, String reason) {
    return new DocumentException(List.of(new DocumentProblem(subject, null, null, reason)));
  }
}
