package io.awaken.core.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Groups the messages of a conversation: each calling message with the results of its calls. A
 * result answers the last call before it with its id, since ids may repeat. Messages are identified
 * by id, because selections may cut their texts.
 */
final class CallGroups {

  private final List<Message> messages;
  private final Map<String, String> groups = new HashMap<>();

  CallGroups(List<Message> messages) {
    this.messages = messages;
    Map<String, String> callers = new HashMap<>();
    for (Message message : messages) {
      message.toolCalls().forEach(call -> callers.put(call.id(), message.id()));
      groups.put(message.id(), callers.getOrDefault(message.toolCallId(), message.id()));
    }
  }

  /** Asserts that a selection contains each group completely or not at all. */
  void assertNoneIsSplitBy(List<Message> part) {
    assertThat(ids(part)).containsExactlyInAnyOrderElementsOf(ids(withTheirGroups(part)));
  }

  /** The messages of every selection: system messages, and the newest others with their groups. */
  List<Message> required(int newest) {
    List<Message> others = messages.stream().filter(m -> m.role() != Role.SYSTEM).toList();
    Set<String> required =
        ids(withTheirGroups(others.subList(Math.max(0, others.size() - newest), others.size())));
    return messages.stream()
        .filter(message -> message.role() == Role.SYSTEM || required.contains(message.id()))
        .toList();
  }

  private List<Message> withTheirGroups(List<Message> part) {
    Set<String> touched = new HashSet<>();
    part.forEach(message -> touched.add(groups.get(message.id())));
    return messages.stream().filter(message -> touched.contains(groups.get(message.id()))).toList();
  }

  static Set<String> ids(List<Message> messages) {
    Set<String> ids = new HashSet<>();
    messages.forEach(message -> ids.add(message.id()));
    return ids;
  }
}
