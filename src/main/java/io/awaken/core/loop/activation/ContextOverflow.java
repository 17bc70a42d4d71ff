package io.awaken.core.loop.activation;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * Where a run is with requests that the model refused as too long. Used by the run's own thread.
 */
public final class ContextOverflow {

  /** Each time costs a call of the model, however little a plugin takes away. */
  private static final int MAX_PLUGIN_ROUNDS = 3;

  private List<Message> sent = List.of();
  private List<Message> smaller;
  private int attempts;
  private int pluginRounds;
  private long refusedTokens;
  private String refusedBy;

  /** What the next request is to have; null while nothing was refused. */
  public List<Message> smaller() {
    return smaller;
  }

  /** The messages of the request that goes out. */
  public void sending(List<Message> messages) {
    sent = messages;
  }

  public List<Message> sent() {
    return sent;
  }

  /** Whether plugins may make the history smaller once more. */
  public boolean pluginsMayHelp() {
    return attempts == 0 && pluginRounds++ < MAX_PLUGIN_ROUNDS;
  }

  /** How often the request was made smaller. */
  public int attempts() {
    return attempts;
  }

  /** Estimated tokens of the messages that were refused last. */
  public long refusedTokens() {
    return refusedTokens;
  }

  /** The id of the model that refused last. */
  public String refusedBy() {
    return refusedBy;
  }

  /** This model refused the request. */
  public void refused(String modelId) {
    refusedBy = modelId;
  }

  /** The next attempt is made with these; so many tokens were refused. */
  public void shrunk(List<Message> messages, long refused) {
    smaller = messages;
    refusedTokens = refused;
    attempts++;
  }

  /** The model has answered, or has refused for good. */
  public void settled() {
    smaller = null;
    attempts = 0;
    pluginRounds = 0;
    sent = List.of();
  }
}
