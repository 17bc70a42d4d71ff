package io.awaken.provider.http;

/**
 * A request as a wire writes it.
 *
 * @param path path and query after the provider's base URL, for example {@code /chat/completions}
 * @param body JSON in UTF-8; must not be modified
 */
public record RequestDocument(String path, byte[] body) {

  /** Without the body, which contains the conversation. */
  @Override
  public String toString() {
    return "RequestDocument[path=" + path + "]";
  }
}
