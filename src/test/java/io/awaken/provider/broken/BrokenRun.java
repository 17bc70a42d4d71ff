package io.awaken.provider.broken;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.runtime.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of one run over a broken wire.
 *
 * @param result how it ended
 * @param events the published events
 * @param requests the bodies that the provider got
 * @param attempts their outcomes
 * @param executed each call that a tool got, as its name and arguments
 * @param stored the conversation afterwards
 */
record BrokenRun(
    RunResult result,
    List<AgentEvent> events,
    List<String> requests,
    List<ObservedAdapter.Attempt> attempts,
    List<String> executed,
    List<Message> stored) {

  long count(Class<? extends AgentEvent> kind) {
    return events.stream().filter(kind::isInstance).count();
  }

  /** No call runs twice, and only calls of the recorded answer run. */
  void assertToolsRanOnceAndOnlyWholeCalls(List<String> recorded) {
    assertThat(executed).doesNotHaveDuplicates().isSubsetOf(recorded);
  }

  /** Every published call was executed or cancelled, and has one result. */
  void assertReadersKnowWhatCounts() {
    Map<String, String> calls = new LinkedHashMap<>();
    var results = new ArrayList<String>();
    for (AgentEvent event : events) {
      switch (event) {
        case AgentEvent.ToolCallStart start ->
            assertThat(calls.put(start.id(), "begun")).as("a call begins once").isNull();
        case AgentEvent.ToolCallCancel cancel ->
            assertThat(calls.put(cancel.id(), "void")).isEqualTo("begun");
        case AgentEvent.StreamReset reset ->
            calls.replaceAll((id, was) -> was.equals("begun") ? "void" : was);
        case AgentEvent.ToolCallReady ready ->
            assertThat(calls.put(ready.id(), "made")).isEqualTo("begun");
        case AgentEvent.ToolCallDone done -> results.add(done.id());
        default -> {
          // Irrelevant here.
        }
      }
    }
    assertThat(calls).doesNotContainValue("begun");
    assertThat(results)
        .containsExactlyInAnyOrderElementsOf(
            calls.keySet().stream().filter(id -> calls.get(id).equals("made")).toList());
  }

  /** Exactly the published texts are stored, and each stored call has its result. */
  void assertStoredIsWhatReadersHave() {
    Map<String, StringBuilder> published = new LinkedHashMap<>();
    for (AgentEvent event : events) {
      if (event instanceof AgentEvent.TextDelta text) {
        published.computeIfAbsent(text.messageId(), id -> new StringBuilder()).append(text.delta());
      }
    }
    List<String> answered = new ArrayList<>();
    List<String> made = new ArrayList<>();
    for (Message message : stored) {
      if (message.role() == Role.ASSISTANT) {
        String text = published.getOrDefault(message.id(), new StringBuilder()).toString();
        assertThat(message.text()).isEqualTo(text);
        published.remove(message.id());
        message.toolCalls().forEach(call -> made.add(call.id()));
      } else if (message.role() == Role.TOOL) {
        answered.add(message.toolCallId());
      }
    }
    assertThat(published.values()).as("published and not stored").allMatch(text -> text.isEmpty());
    assertThat(answered).containsExactlyInAnyOrderElementsOf(made);
  }
}
