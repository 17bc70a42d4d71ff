package io.awaken.core.store.document;

/**
 * The definitions a run resolved when it started, as immutable text.
 *
 * @param hash its id: SHA-256 of the text, in hexadecimal
 * @param body JSON without secrets
 */
public record StoredDocument(String hash, String body) {

  /** Returns only the hash, to keep prompts out of logs. */
  @Override
  public String toString() {
    return "StoredDocument[" + hash + "]";
  }
}
