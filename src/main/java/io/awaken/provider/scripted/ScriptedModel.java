package io.awaken.provider.scripted;

import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.Pause;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import java.time.Duration;

/**
 * Plays the turn of a script that the conversation has reached, word by word. Keeps no state.
 * Thread-safe.
 */
public final class ScriptedModel implements LlmExecutor {

  private final Script script;
  private final Pause pause;
  private final String providerId;

  /** Plays it in real time. */
  public ScriptedModel(Script script) {
    this(script, Pause.inRealTime());
  }

  public ScriptedModel(Script script, Pause pause) {
    this(script, pause, null);
  }

  /**
   * @param providerId the provider it acts as: signatures and metadata of others are removed; null
   *     to keep everything
   */
  ScriptedModel(Script script, Pause pause, String providerId) {
    this.script = script;
    this.pause = pause;
    this.providerId = providerId;
  }

  @Override
  public StreamResult execute(
      LlmRequest request, LlmListener listener, CancellationToken cancellation)
      throws InferenceException {
    int index = Script.played(request.messages());
    int turns = script.turns().size();
    if (index >= turns && !script.repeat()) {
      throw new InferenceException(
          InferenceException.Kind.INVALID_REQUEST,
          "the script has " + turns + " turns, and turn " + (index + 1) + " was asked for",
          null);
    }
    Duration wordDelay = Duration.ofMillis(script.wordDelayMs());
    return new Playback(listener, cancellation, pause, wordDelay)
        .play(withReport(script.turns().get(index % turns), request), index);
  }

  private Turn withReport(Turn turn, LlmRequest request) throws InferenceException {
    if (!turn.tellsReceived()) {
      return turn;
    }
    LlmRequest seen = providerId == null ? request : request.seenBy(providerId);
    String text = turn.text() == null ? "" : turn.text();
    return turn.saying(text + ReceivedContent.of(seen));
  }
}
