package io.awaken.provider.quirks;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.awaken.core.spec.ModelSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * One odd answer and what must become of it.
 *
 * @param name what is odd
 * @param kind number of the kind in {@code docs/evidence/wires.md}
 * @param seen provider or server, version, and source
 * @param status of the response; default 200
 * @param type its content type; default that of the wire
 * @param chunks its events; a text is sent as it is
 * @param answers how often it is given before the usual answer; default 1
 * @param provider options of the provider's document
 * @param model fields of the model's document
 * @param agent fields of the agent's document
 * @param text the text that readers see, of all steps of the run but the last one after a call
 * @param reasoning like text
 * @param calls what tools get, in order
 * @param ends {@code natural_end}, the default, or the code of the failure
 * @param next what the next request's conversation must contain, as parts of its elements
 * @param absent texts that the next request must not contain
 * @param requests how many requests the run makes; default 1, and 2 with calls
 */
public record Quirk(
    @JsonProperty(required = true) String name,
    @JsonProperty(required = true) int kind,
    @JsonProperty(required = true) String seen,
    Integer status,
    String type,
    @JsonProperty(required = true) List<JsonNode> chunks,
    Integer answers,
    Map<String, JsonNode> provider,
    Map<String, JsonNode> model,
    Map<String, JsonNode> agent,
    String text,
    String reasoning,
    List<Call> calls,
    String ends,
    List<JsonNode> next,
    List<String> absent,
    Integer requests) {

  private static final ObjectMapper YAML =
      YAMLMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  /** A call that a tool gets. */
  public record Call(String name, JsonNode arguments) {}

  public Quirk {
    status = status == null ? 200 : status;
    answers = answers == null ? 1 : answers;
    provider = provider == null ? Map.of() : provider;
    model = model == null ? Map.of() : model;
    agent = agent == null ? Map.of() : agent;
    text = text == null ? "" : text;
    reasoning = reasoning == null ? "" : reasoning;
    calls = calls == null ? List.of() : calls;
    ends = ends == null ? "natural_end" : ends;
    next = next == null ? List.of() : next;
    absent = absent == null ? List.of() : absent;
    requests = requests == null ? (calls.isEmpty() ? 1 : 2) : requests;
  }

  public static List<Quirk> of(QuirkWire wire) {
    try {
      return List.of(YAML.readValue(Path.of(wire.file()).toFile(), Quirk[].class));
    } catch (IOException e) {
      throw new UncheckedIOException(wire.file(), e);
    }
  }

  /** The model's document. */
  ModelSpec spec() {
    var document = YAML.createObjectNode().put("id", "m").put("provider", "p").put("model", "any");
    document.setAll(model);
    return YAML.convertValue(document, ModelSpec.class);
  }

  /** The body of the response. */
  public String body(QuirkWire wire) {
    var body = new StringBuilder();
    for (JsonNode chunk : chunks) {
      body.append(chunk.isTextual() ? chunk.textValue() : wire.event(chunk.toString()));
    }
    return body.toString();
  }

  @Override
  public String toString() {
    return name + " [" + seen + "]";
  }
}
