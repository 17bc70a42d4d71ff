package io.awaken.core.loop.activation;

import io.awaken.core.context.HistoryBudget;
import io.awaken.core.context.HistoryWindow;
import io.awaken.core.context.SentHistory;
import io.awaken.core.context.TokenEstimator;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.MessageLog;
import io.awaken.core.message.MessageMetadata;
import io.awaken.core.message.Role;
import io.awaken.core.run.RunId;
import io.awaken.core.store.thread.WindowLimits;
import java.util.List;
import java.util.Set;

/**
 * The loaded conversation of a run: a window that moves as the run appends. Confined to the run's
 * thread.
 */
public final class RunHistory {

  private final WindowLimits limits;
  private final HistoryBudget.Lease memory;
  private final long superseded;
  private MessageLog log;
  private List<Message> beginning;

  /** Created on demand. */
  private SentHistory sent;

  private List<Message> now;
  private long bytes;
  private boolean partial;
  private boolean empty;

  RunHistory(Loaded loaded) {
    this.limits = loaded.limits();
    this.memory = loaded.memory();
    this.superseded = loaded.superseded();
    take(loaded.window());
  }

  /** Replaces the window. */
  public void take(HistoryWindow window) {
    beginning = window.messages();
    log = new MessageLog(beginning);
    now = log.now();
    bytes = window.bytes();
    partial = window.partial();
    empty = window.empty();
    sent = null;
    memory.growTo(bytes);
  }

  /** Unmodifiable. */
  List<Message> now() {
    return now;
  }

  /** The text of the run's last answer, or null. */
  String lastText(RunId run) {
    return now.reversed().stream()
        .filter(message -> message.role() == Role.ASSISTANT && isOf(run, message))
        .findFirst()
        .map(Message::text)
        .orElse(null);
  }

  private static boolean isOf(RunId run, Message message) {
    return message.metadata() != null && run.value().equals(message.metadata().runId());
  }

  /** The message with this id, or null. */
  Message find(String messageId) {
    return now.reversed().stream()
        .filter(message -> message.id().equals(messageId))
        .findFirst()
        .orElse(null);
  }

  /** Size of the messages in bytes. */
  public long bytes() {
    return bytes;
  }

  /**
   * The bytes that media of further results of a step may add: half of the window for all results
   * of a step, since a window without them would lack the step's answer, too.
   *
   * @param pending results of the step that are not yet part of the history
   */
  public long mediaRoom(MessageMetadata step, List<Message> pending) {
    long room = limits.bytes() / 2;
    for (Message message : pending) {
      room -= media(message);
    }
    for (int i = now.size() - 1; i >= 0 && isResultOf(step, now.get(i)); i--) {
      room -= media(now.get(i));
    }
    return room;
  }

  private static boolean isResultOf(MessageMetadata step, Message message) {
    return message.role() == Role.TOOL && step.sameStep(message.metadata());
  }

  private static long media(Message message) {
    return message.content().stream()
        .filter(Media.class::isInstance)
        .mapToLong(MessageBytes::of)
        .sum();
  }

  /** The messages as sent to a model: long results that it has answered are cut. */
  public List<Message> sent(TokenEstimator estimator) {
    return begun(estimator).of(now);
  }

  /** Estimated tokens of the sent messages. */
  public long sentTokens(TokenEstimator estimator) {
    return begun(estimator).tokens(now);
  }

  /** Calls whose results the model has not answered yet. */
  public Set<String> unanswered(TokenEstimator estimator) {
    return begun(estimator).unanswered(now);
  }

  private SentHistory begun(TokenEstimator estimator) {
    if (sent == null) {
      sent = SentHistory.beginning(beginning, estimator);
    }
    return sent;
  }

  /** Whether the thread has current messages outside the window. */
  boolean partial() {
    return partial;
  }

  /** Superseded messages of the thread; their number is fixed while the run owns the thread. */
  public long superseded() {
    return superseded;
  }

  /** Whether the thread has any messages outside the window, including superseded ones. */
  boolean incomplete() {
    return partial || superseded > 0;
  }

  /** Whether the last message, with the call that it answers, exceeds the window. */
  public boolean empty() {
    return empty;
  }

  void append(List<Message> messages) {
    if (messages.isEmpty()) {
      return;
    }
    log.append(messages);
    now = log.now();
    bytes += MessageBytes.of(messages);
    if (empty || !limits.allows(bytes, now.size())) {
      take(HistoryWindow.shortened(now, limits, partial));
    }
    memory.growTo(bytes);
  }

  /** Drops the window until another one is set. */
  public void forget() {
    take(new HistoryWindow(List.of(), 0, true, false));
  }

  /** See {@link HistoryBudget.Lease#crowded}. */
  public boolean crowded() {
    return memory.crowded();
  }

  public HistoryBudget.Lease memory() {
    return memory;
  }

  /**
   * The history of a thread before an activation.
   *
   * @param window the part that the model reads
   * @param limits of the window, also when it grows
   * @param memory reserved for it
   * @param callIds used ids of calls outside the window
   * @param superseded superseded messages of the thread, whose calls are in none of the others
   */
  public record Loaded(
      HistoryWindow window,
      WindowLimits limits,
      HistoryBudget.Lease memory,
      Set<String> callIds,
      long superseded) {}
}
