package io.awaken.core.model.recovery;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Forwards the pieces of one call and records what was published. For one thread. */
final class PublishedPieces implements LlmListener {

  private static final Logger LOG = System.getLogger(PublishedPieces.class.getName());

  private final LlmListener listener;
  private final BlockingWaits waits;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder reasoning = new StringBuilder();
  private final Set<String> begun = new LinkedHashSet<>();
  private final boolean goesOn;
  private boolean any;

  /**
   * @param waits the remaining waits of an answer whose run cannot be released
   * @param goesOn whether earlier calls have published a part of the answer
   */
  PublishedPieces(LlmListener listener, BlockingWaits waits, boolean goesOn) {
    this.listener = listener;
    this.waits = waits;
    this.goesOn = goesOn;
  }

  /** Whether a piece was published. */
  boolean any() {
    return any;
  }

  /** The received part of the interrupted answer. */
  BrokenAnswer broken(InferenceException failure) {
    StreamResult answer = failure.soFar() == null ? received() : failure.soFar();
    var cut = new LinkedHashSet<>(begun);
    for (ToolCall call : answer.toolCalls()) {
      cut.remove(call.id());
    }
    return new BrokenAnswer(answer, cut);
  }

  /** For a model that does not report complete parts, no call counts as complete. */
  private StreamResult received() {
    List<ContentBlock> content = new ArrayList<>();
    if (!reasoning.isEmpty()) {
      content.add(new ContentBlock.Thinking(reasoning.toString()));
    }
    if (!text.isEmpty()) {
      content.add(new ContentBlock.Text(text.toString()));
    }
    return new StreamResult(content, List.of(), null, StopReason.END_TURN, !begun.isEmpty());
  }

  @Override
  public void text(String delta) {
    any = true;
    text.append(delta);
    listener.text(delta);
  }

  @Override
  public void reasoning(String delta) {
    any = true;
    reasoning.append(delta);
    listener.reasoning(delta);
  }

  @Override
  public void toolCallStart(String callId, String name) {
    any = true;
    begun.add(callId);
    listener.toolCallStart(callId, name);
  }

  @Override
  public void toolCallDelta(String callId, String argsDelta) {
    any = true;
    listener.toolCallDelta(callId, argsDelta);
  }

  @Override
  public boolean waited() {
    return listener.waited();
  }

  @Override
  public void calling(String modelId) {
    listener.calling(modelId);
  }

  /**
   * A partly published answer cannot be postponed, since its pieces would be published again: it
   * waits here for a while, or fails.
   */
  @Override
  public void longWait(InferenceException failure, Duration wait, Duration atMost)
      throws InferenceException {
    if (!any && !goesOn) {
      listener.longWait(failure, wait, atMost);
      return;
    }
    if (any || !waits.takes(wait)) {
      throw failure;
    }
    listener.failedAttempt(failure);
    LOG.log(
        Level.WARNING,
        "a partly published answer waits for {0} ({1}): {2}",
        wait,
        failure.kind().code(),
        failure.logLine());
    waits.await(wait);
  }

  @Override
  public void failedAttempt(InferenceException failure) throws InferenceException {
    listener.failedAttempt(failure);
  }
}
