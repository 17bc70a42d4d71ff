package io.awaken.process;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A configuration folder with agents whose models follow a script. */
public final class Documents {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path folder;

  public Documents(Path folder) {
    this.folder = folder;
  }

  public Path folder() {
    return folder;
  }

  /**
   * Writes or replaces an agent.
   *
   * @param wordDelayMs time between two words of its model
   * @param turns what its model answers, in the format of a script file's turns
   */
  public Documents agent(String name, int wordDelayMs, Object... turns) throws IOException {
    return agent(name, Map.of("model_id", name), wordDelayMs, turns);
  }

  /**
   * Writes an agent with further fields.
   *
   * @param document of the agent, whose model has the agent's name
   */
  public Documents agent(String name, Map<String, ?> document, int wordDelayMs, Object... turns)
      throws IOException {
    write("agents", name, document);
    write("models", name, Map.of("provider_id", name, "upstream_model", "script"));
    var script = Map.of("word_delay_ms", wordDelayMs, "turns", turns);
    write(
        "providers",
        name,
        Map.of("adapter", "scripted", "adapter_options", Map.of("script", script)));
    return this;
  }

  /**
   * Writes an agent whose model is called over HTTP.
   *
   * @param document of the agent, whose model has the agent's name
   * @param provider the document of the model's provider
   */
  public Documents agent(String name, Map<String, ?> document, Map<String, ?> provider)
      throws IOException {
    return agent(name, document, provider, Map.of());
  }

  /**
   * The same, with further fields of the model's document.
   *
   * @param model such as its limits
   */
  public Documents agent(
      String name, Map<String, ?> document, Map<String, ?> provider, Map<String, ?> model)
      throws IOException {
    write("agents", name, document);
    var fields = new HashMap<String, Object>(model);
    fields.put("provider_id", name);
    fields.put("upstream_model", name);
    write("models", name, fields);
    write("providers", name, provider);
    return this;
  }

  /**
   * Writes an agent of another server.
   *
   * @param endpoint how it is reached
   */
  public Documents remote(String name, Map<String, ?> endpoint) throws IOException {
    write("agents", name, Map.of("endpoint", endpoint));
    return this;
  }

  /** Writes an agent whose model costs one US dollar per million tokens. */
  public Documents priced(String name, Object... turns) throws IOException {
    agent(name, 0, turns);
    var prices = Map.of("input", 1, "output", 1, "currency", "USD");
    write(
        "models", name, Map.of("provider_id", name, "upstream_model", "script", "prices", prices));
    return this;
  }

  /**
   * Writes an agent with permission rules.
   *
   * @param rules its section {@code permission}
   */
  public Documents guarded(String name, Map<String, ?> rules, Object... turns) throws IOException {
    return agent(name, guardedBy(rules, name), 0, turns);
  }

  /** Writes an agent with permission rules that may use only the given tools. */
  Documents guarded(String name, List<String> tools, Map<String, ?> rules, Object... turns)
      throws IOException {
    Map<String, Object> document = new HashMap<>(guardedBy(rules, name));
    document.put("allowed_tools", tools);
    return agent(name, document, 0, turns);
  }

  /**
   * Writes the agent {@code careful}, which asks before it calculates 6 * 7.
   *
   * @param expose the protocol that offers it
   */
  public Documents careful(String expose) throws IOException {
    var rules = Map.of("rules", List.of(Map.of("tool", "calculate", "behavior", "ask")));
    Map<String, Object> document = new HashMap<>(guardedBy(rules, "careful"));
    document.put("expose", expose);
    return agent(
        "careful",
        document,
        0,
        Turns.calls("calculate", Map.of("expression", "6 * 7")),
        Turns.says("Done."));
  }

  private static Map<String, ?> guardedBy(Map<String, ?> rules, String model) {
    return Map.of(
        "model_id",
        model,
        "plugin_ids",
        List.of("permission"),
        "sections",
        Map.of("permission", rules));
  }

  private void write(String kind, String name, Object document) throws IOException {
    Path file = Files.createDirectories(folder.resolve(kind)).resolve(name + ".json");
    JSON.writeValue(file.toFile(), document);
  }
}
