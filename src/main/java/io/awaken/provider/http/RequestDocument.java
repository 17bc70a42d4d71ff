package io.awaken.provider.http;

/**
 * A request as a wire writes it.
 *
 * @param path what follows the provider's base URL, with its query if it needs one, for example
 *     {@code /chat/completions}
 * @param body JSON in UTF-8; not changed any more
 */
public record RequestDocument(String path, byte[] body) {

  /** Without the body, which holds the conversation. */
  @Override
  public String toString() {
    return "RequestDocument[path=" + path + "]";
  }
}
