package io.awaken.core.store.document;

/**
 * What a run resolved when it began, as text that never changes.
 *
 * @param hash names it: SHA-256 of the text, in hexadecimal
 * @param body JSON; holds no secret
 */
public record StoredDocument(String hash, String body) {

  /** The hash alone: a prompt has nothing to do in a log. */
  @Override
  public String toString() {
    return "StoredDocument[" + hash + "]";
  }
}
