package io.awaken.core.agent;

/**
 * What an agent is put together from, as a document that never changes: the agents that may work on
 * a run of it, their models and providers, and which code they need (failure F13). It holds no
 * secret, only references to them.
 *
 * @param hash names it: SHA-256 of the body, in hexadecimal
 * @param body JSON, canonical: fields in order of their names, nothing between tokens
 */
public record Resolution(String hash, String body) {

  /** The hash alone: a prompt has nothing to do in a log. */
  @Override
  public String toString() {
    return "Resolution[" + hash + "]";
  }
}
