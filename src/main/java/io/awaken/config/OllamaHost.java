package io.awaken.config;

/**
 * The address in {@code OLLAMA_HOST}, parsed like Ollama's own client: scheme, host and port are
 * optional, and a wildcard address means this machine.
 */
final class OllamaHost {

  private static final String PORT = ":11434";

  private OllamaHost() {}

  /** The result is invalid if the value is. */
  static String address(String value) {
    String text = value.strip();
    if (text.contains("://")) {
      return here(text);
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
    return here("http://" + host + (port ? "" : PORT));
  }

  private static String here(String address) {
    return address.replace("://0.0.0.0", "://127.0.0.1").replace("://[::]", "://[::1]");
  }
}
