package io.awaken.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.config.rules.DocumentFormat;
import io.awaken.config.syntax.DocumentProblem;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.Secret;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The real providers that the environment alone can choose for the built-in agent, in order of
 * precedence. Each is the id of the provider and of its wire.
 */
enum DefaultProvider {
  ANTHROPIC("claude-sonnet-5-5", "ANTHROPIC_API_KEY", null),
  GEMINI("gemini-flash-latest", "GEMINI_API_KEY", null),
  OLLAMA("qwen3:4b", null, "OLLAMA_HOST"),
  OPENAI("gpt-5-mini", "OPENAI_API_KEY", "OPENAI_BASE_URL");

  /**
   * The context window, in tokens, with which Ollama loads its models, since its default is often
   * too small for an agent with tools, and it cuts longer requests silently.
   */
  static final int OLLAMA_WINDOW = 16_384;

  private static final String OLLAMA_PORT = ":11434";
  private static final String OPENAI_ADDRESS = "https://api.openai.com/v1";

  private final String model;
  private final String key;
  private final String address;

  /**
   * @param model the provider's own name of the default model
   * @param key the variable with its key; null for none
   * @param address the variable with its address; null for none
   */
  DefaultProvider(String model, String key, String address) {
    this.model = model;
    this.key = key;
    this.address = address;
  }

  /** Providers with a configured variable. */
  static List<DefaultProvider> configured(Lookup lookup) {
    return Arrays.stream(values())
        .filter(one -> one.key(lookup).isPresent() || one.address(lookup).isPresent())
        .toList();
  }

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  String model() {
    return model;
  }

  /** The name of the variable with its key; null for none. */
  String keyVariable() {
    return key;
  }

  /**
   * @throws DocumentException naming the variable whose address is invalid
   */
  ProviderSpec provider(Lookup lookup) {
    Secret secret = key(lookup).map(Secret::of).orElse(null);
    return new ProviderSpec(id(), id(), secret, baseUrl(lookup), null, options());
  }

  /** Null for none. */
  private Map<String, JsonNode> options() {
    return this == OLLAMA
        ? Map.of("options", JsonNodeFactory.instance.objectNode().put("num_ctx", OLLAMA_WINDOW))
        : null;
  }

  /** Null if the wire has a default address. */
  private String baseUrl(Lookup lookup) {
    Optional<String> given = address(lookup);
    if (given.isEmpty()) {
      return this == OPENAI ? OPENAI_ADDRESS : null;
    }
    String base = this == OLLAMA ? ofOllama(given.get()) : given.get();
    if (!DocumentFormat.isHttp(base)) {
      String reason =
          "must be an http or https address" + (this == OLLAMA ? ", or host and port" : "");
      throw new DocumentException(List.of(new DocumentProblem(address, null, null, reason)));
    }
    return base;
  }

  private Optional<String> key(Lookup lookup) {
    return key == null ? Optional.empty() : lookup.nonBlank(key);
  }

  private Optional<String> address(Lookup lookup) {
    return address == null ? Optional.empty() : lookup.nonBlank(address);
  }

  /**
   * The address in {@code OLLAMA_HOST}, read like Ollama's own client does: scheme, host and port
   * are optional, and a wildcard address means this machine. Invalid if the value is.
   */
  private static String ofOllama(String value) {
    String text = value.strip();
    if (text.contains("://")) {
      return thisMachine(text);
    }
    while (text.endsWith("/")) {
      text = text.substring(0, text.length() - 1);
    }
    if (text.startsWith(":") && !text.startsWith("::")) {
      text = "127.0.0.1" + text;
    }
    boolean address6 = text.chars().filter(c -> c == ':').count() > 1 && !text.startsWith("[");
    String host = address6 ? "[" + text + "]" : text;
    boolean port = host.lastIndexOf(':') > host.lastIndexOf(']');
    return thisMachine("http://" + host + (port ? "" : OLLAMA_PORT));
  }

  private static String thisMachine(String address) {
    return address.replace("://0.0.0.0", "://127.0.0.1").replace("://[::]", "://[::1]");
  }
}
