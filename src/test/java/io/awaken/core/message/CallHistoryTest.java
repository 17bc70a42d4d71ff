package io.awaken.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallHistoryTest {

  /** "hello" is text, "?a" calls a, "!a" is the result of a, "" is empty. */
  @ParameterizedTest
  @CsvSource({
    "hello, true",
    "hello|?a|!a|hello, true",
    "?a|!a|?b|!b, true",
    "?a b|!b|!a, true",
    "?a a|!a, true",
    "?a|?b|!b|!a, false",
    "?a, false",
    "?a|hello|!a, false",
    "?a b|!a|hello, false",
    "hello|''|hello, false",
    "?a|hello|?b|!b, false",
    "!a|hello, true"
  })
  void isWholeWhenResultsDirectlyFollowTheirCalls(String messages, boolean whole) {
    assertThat(history(messages.split("\\|")).whole()).isEqualTo(whole);
  }

  @Test
  void whatWasTakenBetweenCallAndResultStaysUnfinished() {
    var log = new MessageLog();
    log.append(List.of(message("?a")));
    var before = (CallHistory) log.now();
    log.append(List.of(message("!a"), message("?b")));

    assertThat(before.whole()).isFalse();
    assertThat(before.nextCall(1)).isEqualTo(1);
  }

  @Test
  void findsTheCallsOfALongConversation() {
    var log = new MessageLog();
    var expected = new ArrayList<Integer>();
    for (int i = 0; i < 700; i++) {
      boolean calls = i == 63 || i == 64 || i == 127 || (i > 400 && i % 7 == 0);
      log.append(List.of(message(calls ? "?c" + i : "hello")));
      if (calls) {
        expected.add(i);
      }
    }
    var history = (CallHistory) log.now();
    var found = new ArrayList<Integer>();
    for (int at = history.nextCall(0); at < history.size(); at = history.nextCall(at + 1)) {
      found.add(at);
    }

    assertThat(found).isEqualTo(expected);
    assertThat(history.nextCall(700)).isEqualTo(700);
  }

  private static CallHistory history(String... messages) {
    var log = new MessageLog();
    log.append(Arrays.stream(messages).map(CallHistoryTest::message).toList());
    return (CallHistory) log.now();
  }

  private static Message message(String text) {
    if (text.startsWith("!")) {
      return Message.tool("m", text.substring(1), "done", null);
    }
    if (!text.startsWith("?")) {
      List<ContentBlock> content =
          text.isBlank() || text.equals("''") ? List.of() : List.of(new ContentBlock.Text(text));
      return new Message("m", Role.USER, content, List.of(), null, null, null);
    }
    List<ToolCall> calls =
        Arrays.stream(text.substring(1).split(" "))
            .map(id -> new ToolCall(id, "tool", JsonNodeFactory.instance.objectNode()))
            .toList();
    return new Message("m", Role.ASSISTANT, List.of(), calls, null, null, null);
  }
}
