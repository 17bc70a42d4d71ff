package io.awaken.core.loop.activation;

import io.awaken.core.message.LargeMedia;
import io.awaken.core.message.MediaContent;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolResult;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.submission.Submission;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Published but uncommitted results of stored calls, and the uncommitted answer of a step without
 * calls, and the tasks that calls have started. If the step fails before its commit, the run's
 * ending writes them.
 */
public final class PendingResults {

  private final List<Message> messages = new ArrayList<>();
  private final List<CallState> calls = new ArrayList<>();
  private final List<MediaContent> media = new ArrayList<>(0);
  private final List<Submission> tasks = new ArrayList<>(0);
  private final Set<String> rolledBack = new HashSet<>(0);
  private final Set<String> unentered = new HashSet<>(0);

  public void add(Message message, CallState call) {
    messages.add(message);
    calls.add(call);
  }

  /** Records an answer without calls. */
  public void answered(Message message) {
    messages.add(message);
  }

  /**
   * Replaces large media with references; the next commit stores the media.
   *
   * @param inline largest media in bytes that remains in its message
   */
  List<Message> separated(List<Message> all, int inline) {
    return LargeMedia.separated(all, inline, media::add);
  }

  /** Does the same for a tool's result. */
  ToolResult separated(ToolResult result, int inline) {
    return result.content().isEmpty()
        ? result
        : result.with(LargeMedia.blocks(result.content(), inline, media::add));
  }

  /** Starts a task with the next commit. */
  public void start(Submission task) {
    tasks.add(task);
  }

  /** These runs and the tasks for the next commit. */
  List<Submission> startedWith(List<Submission> others) {
    return tasks.isEmpty() ? others : Stream.concat(others.stream(), tasks.stream()).toList();
  }

  /** Media for the next commit. */
  List<MediaContent> media() {
    return media;
  }

  /** Clears after a commit or a rollback. */
  public void clear() {
    messages.clear();
    calls.clear();
    media.clear();
    tasks.clear();
  }

  /** The writes of this call's tool are rolled back. */
  public void rolledBack(String callId) {
    rolledBack.add(callId);
  }

  public boolean isRolledBack(String callId) {
    return rolledBack.contains(callId);
  }

  /** This call's tool is never entered, although a commit marks it as running. */
  public void unentered(String callId) {
    unentered.add(callId);
  }

  public boolean isUnentered(String callId) {
    return unentered.contains(callId);
  }

  public boolean contains(String callId) {
    return calls.stream().anyMatch(call -> call.callId().equals(callId));
  }

  public List<Message> messages() {
    return List.copyOf(messages);
  }

  public List<CallState> calls() {
    return List.copyOf(calls);
  }
}
