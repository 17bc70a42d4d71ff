package io.awaken.core.loop.activation;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * The state of a run's requests that the model refused as too long. Confined to the run's thread.
 */
public final class ContextOverflow {

  /** Each round costs a model call, however little a plugin removes. */
  private static final int MAX_PLUGIN_ROUNDS = 3;

  private List<Message> sent = List.of();
  private List<Message> smaller;
  private int attempts;
  private int pluginRounds;
  private long refusedTokens;
  private String refusedBy;

  /** Messages for the next request; null when nothing was refused. */
  public List<Message> smaller() {
    return smaller;
  }

  /** Records the messages of the current request. */
  public void sending(List<Message> messages) {
    sent = messages;
  }

  public List<Message> sent() {
    return sent;
  }

  /** Whether plugins may shrink the history once more. */
  public boolean pluginsMayHelp() {
    return attempts == 0 && pluginRounds++ < MAX_PLUGIN_ROUNDS;
  }

  /** How often the request was shrunk. */
  public int attempts() {
    return attempts;
  }

  /** Estimated tokens of the last refused messages. */
  public long refusedTokens() {
    return refusedTokens;
  }

  /** The model that refused last. */
  public String refusedBy() {
    return refusedBy;
  }

  /** Records that this model refused the request. */
  public void refused(String modelId) {
    refusedBy = modelId;
  }

  /** Records the messages for the next attempt and the refused tokens. */
  public void shrunk(List<Message> messages, long refused) {
    smaller = messages;
    refusedTokens = refused;
    attempts++;
  }

  /** The model has answered, or finally refused. */
  public void settled() {
    smaller = null;
    attempts = 0;
    pluginRounds = 0;
    sent = List.of();
  }
}
