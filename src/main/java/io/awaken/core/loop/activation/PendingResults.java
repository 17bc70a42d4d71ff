package io.awaken.core.loop.activation;

import io.awaken.core.message.LargeMedia;
import io.awaken.core.message.MediaContent;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolResult;
import io.awaken.core.store.run.CallState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Results of stored calls, and the answer of a step that asks for nothing, that readers will hear
 * of but no commit holds yet. What goes wrong between the two must not lose them: the run's ending
 * writes what is left here.
 */
public final class PendingResults {

  private final List<Message> messages = new ArrayList<>();
  private final List<CallState> calls = new ArrayList<>();
  private final List<MediaContent> media = new ArrayList<>(0);
  private final Set<String> rolledBack = new HashSet<>(0);
  private final Set<String> unentered = new HashSet<>(0);

  public void add(Message message, CallState call) {
    messages.add(message);
    calls.add(call);
  }

  /** The model's answer, which asks for nothing. */
  public void answered(Message message) {
    messages.add(message);
  }

  /**
   * Messages with references in the place of large media, which the next commit stores.
   *
   * @param inline bytes that media may have to stay in its message
   */
  List<Message> separated(List<Message> all, int inline) {
    return LargeMedia.separated(all, inline, media::add);
  }

  /** The same of a tool's result. */
  ToolResult separated(ToolResult result, int inline) {
    return result.content().isEmpty()
        ? result
        : result.with(LargeMedia.blocks(result.content(), inline, media::add));
  }

  /** What the next commit stores beside its messages. */
  List<MediaContent> media() {
    return media;
  }

  /** Nothing is pending any more: a commit holds it now, or it has not happened after all. */
  public void clear() {
    messages.clear();
    calls.clear();
    media.clear();
  }

  /** What the tool of a call without a result wrote is not kept. */
  public void rolledBack(String callId) {
    rolledBack.add(callId);
  }

  public boolean isRolledBack(String callId) {
    return rolledBack.contains(callId);
  }

  /** The tool of a call without a result is never entered, although a commit says it is. */
  public void unentered(String callId) {
    unentered.add(callId);
  }

  public boolean isUnentered(String callId) {
    return unentered.contains(callId);
  }

  public boolean holds(String callId) {
    return calls.stream().anyMatch(call -> call.callId().equals(callId));
  }

  public List<Message> messages() {
    return List.copyOf(messages);
  }

  public List<CallState> calls() {
    return List.copyOf(calls);
  }
}
