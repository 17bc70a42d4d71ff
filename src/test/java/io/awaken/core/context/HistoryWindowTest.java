package io.awaken.core.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.store.thread.StoredWindow;
import io.awaken.core.store.thread.WindowLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class HistoryWindowTest {

  private static final int UNIT = 1_000;

  /**
   * A conversation of messages of about {@link #UNIT} bytes each: {@code u} a user's, {@code s} one
   * of the system, {@code ?a+b} calls {@code a} and {@code b}, {@code !a} the result of {@code a}.
   */
  private static List<Message> messages(String conversation) {
    return Arrays.stream(conversation.split(" ")).map(HistoryWindowTest::message).toList();
  }

  private static Message message(String what) {
    return switch (what.charAt(0)) {
      case '?' ->
          new Message(
              what,
              Role.ASSISTANT,
              text(700),
              Arrays.stream(what.substring(1).split("\\+"))
                  .map(id -> new ToolCall(id, "t", JsonNodeFactory.instance.objectNode()))
                  .toList(),
              null,
              null,
              null);
      case '!' -> Message.tool(what, what.substring(1), "x".repeat(800), null);
      case 's' -> new Message(what, Role.SYSTEM, text(800), List.of(), null, null, null);
      default -> new Message(what, Role.USER, text(800), List.of(), null, null, null);
    };
  }

  private static List<ContentBlock> text(int length) {
    return List.of(new ContentBlock.Text("x".repeat(length)));
  }

  private static HistoryWindow window(List<Message> all, WindowLimits limits, long leftOut) {
    return HistoryWindow.of(
        new StoredWindow(List.of(), all, MessageBytes.of(all), leftOut), limits);
  }

  private static String ids(HistoryWindow window) {
    return String.join(" ", window.messages().stream().map(Message::id).toList());
  }

  private static WindowLimits units(int units) {
    return new WindowLimits((long) units * UNIT + UNIT / 2, 1_000);
  }

  @Test
  void aConversationWithinTheLimitsIsUnchanged() {
    var all = messages("u1 ?a !a u2");
    var window = window(all, units(10), 0);

    assertThat(window.messages()).isSameAs(all);
    assertThat(window.partial()).isFalse();
    assertThat(window.empty()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "u1 u2 u3 u4, 2, u3 u4",
    "u1 ?a !a u2, 3, ?a !a u2",
    "u1 ?a !a u2, 2, u2",
    "u1 ?a+b !a !b u2, 3, u2",
    "u1 ?a+b !a !b u2, 4, ?a+b !a !b u2",
    "?a u1 !a u2, 2, u2",
    "?a ?b !b !a u2, 4, u2",
    "u1 ?a !a ?b !b, 2, ?b !b",
    "s1 u1 u2 u3 u4 u5, 4, s1 u3 u4 u5",
    "u1 ?a !a ?b, 1, ?b"
  })
  void theNewestMessagesAreKeptAndNoCallIsSplitFromItsResults(
      String conversation, int units, String kept) {
    var window = window(messages(conversation), units(units), 0);

    assertThat(ids(window)).isEqualTo(kept);
    assertThat(window.bytes()).isEqualTo(MessageBytes.of(window.messages()));
    assertThat(window.partial()).isTrue();
    assertThat(window.empty()).isFalse();
  }

  @Test
  void resultsWithoutTheirCallAreDropped() {
    assertThat(ids(window(messages("!a !b u1 ?c !c"), units(10), 7))).isEqualTo("u1 ?c !c");
  }

  @Test
  void aLastUnitThatIsTooLargeLeavesTheWindowEmpty() {
    var window = window(messages("s1 u1 ?a+b !a !b"), units(2), 0);

    assertThat(ids(window)).isEmpty();
    assertThat(window.empty()).isTrue();
  }

  @Test
  void aStoreThatReadNothingOfALongThreadLeavesItEmpty() {
    assertThat(window(List.of(), units(2), 3).empty()).isTrue();
    assertThat(window(List.of(), units(2), 0).empty()).isFalse();
  }

  @Test
  void aShortenedWindowKeepsThreeQuartersOfTheLimits() {
    var window = HistoryWindow.shortened(messages("u1 u2 u3 u4 u5"), units(4), false);
    assertThat(ids(window)).isEqualTo("u3 u4 u5");
  }

  @Test
  void aUnitLargerThanThreeQuartersIsKept() {
    var window = HistoryWindow.shortened(messages("u1 ?a+b+c !a !b !c"), units(4), false);
    assertThat(ids(window)).isEqualTo("?a+b+c !a !b !c");
  }

  @Test
  void replacementsComeFirstAndCount() {
    var window = window(messages("u3 u4"), units(10), 0);
    assertThat(ids(window.behind(messages("u1 u2"), units(10)))).isEqualTo("u1 u2 u3 u4");
    assertThat(ids(window.behind(messages("u1 u2"), units(3)))).isEqualTo("u2 u3 u4");
    assertThat(window.behind(messages("u1"), units(10)).partial()).isTrue();
  }

  private static LongStream seeds() {
    return LongStream.range(0, 500);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void noWindowOfARandomConversationSplitsACallOrLosesASystemMessageThatHasRoom(long seed) {
    var random = new Random(seed);
    List<Message> all = Conversations.random(random);
    var limits = new WindowLimits(1 + random.nextInt(40_000), 1 + random.nextInt(60));

    HistoryWindow window = window(all, limits, 0);

    assertThat(window.bytes()).isEqualTo(MessageBytes.of(window.messages()));
    assertThat(window.bytes()).isLessThanOrEqualTo(limits.bytes());
    assertThat(all.stream().filter(window.messages()::contains).toList())
        .isEqualTo(window.messages());
    new CallGroups(all).assertNoneIsSplitBy(window.messages());
    List<Message> left = all.stream().filter(each -> !window.messages().contains(each)).toList();
    long system =
        MessageBytes.of(
            window.messages().stream().filter(each -> each.role() == Role.SYSTEM).toList());
    assertThat(left)
        .filteredOn(each -> each.role() == Role.SYSTEM)
        .allMatch(each -> system + MessageBytes.of(each) > limits.systemBytes());
  }
}
