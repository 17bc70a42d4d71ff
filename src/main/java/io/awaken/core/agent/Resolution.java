package io.awaken.core.agent;

/**
 * An immutable document of everything that an agent's runs need: the agents that may work on them,
 * their models and providers, and the required code (failure F13). Contains references instead of
 * secrets.
 *
 * @param hash its id: SHA-256 of the body, in hexadecimal
 * @param body canonical JSON: sorted fields, no whitespace
 */
public record Resolution(String hash, String body) {

  /** Only the hash, to keep prompts out of logs. */
  @Override
  public String toString() {
    return "Resolution[" + hash + "]";
  }
}
