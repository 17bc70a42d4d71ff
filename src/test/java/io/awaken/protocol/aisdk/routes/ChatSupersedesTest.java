package io.awaken.protocol.aisdk.routes;

import static io.awaken.protocol.aisdk.routes.ChatBodies.first;
import static io.awaken.protocol.aisdk.routes.ChatBodies.only;
import static io.awaken.protocol.aisdk.routes.ChatBodies.user;
import static io.awaken.protocol.aisdk.routes.ChatBodies.values;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.Message;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Edited messages and regenerated answers. */
@Rows(237)
class ChatSupersedesTest {

  private final ChatApi chat = new ChatApi();
  private String answer;

  @BeforeEach
  void ask() {
    answer = run(chat.post(first("c1", "u1", "pay")));
  }

  private static String run(List<JsonNode> chunks) {
    return only(chunks, "start").get("messageId").asText();
  }

  private List<String> shown() {
    return values(chat.messages("c1").get("messages"), "id");
  }

  private List<String> texts() {
    return chat.node.stores.threads().history(new ThreadId("c1")).stream()
        .map(Message::text)
        .filter(text -> !text.isEmpty())
        .toList();
  }

  private String again(String user) {
    return """
    {"id": "c1", "trigger": "regenerate-message", "messageId": "%s", "messages": [%s]}\
    """
        .formatted(answer, user);
  }

  private static String edited(String id, String text) {
    return """
    {"id": "c1", "trigger": "submit-message", "messageId": "%s", "messages": [%s]}\
    """
        .formatted(id, user(id, text));
  }

  @Test
  void aRegeneratedAnswerReplacesTheEarlierOne() {
    String next = run(chat.post(again(user("u1", "pay"))));
    assertThat(next).isNotEqualTo(answer);
    assertThat(shown()).containsExactly("u1", next);
    assertThat(texts()).containsOnlyOnce("pay");
  }

  @Test
  void regeneratingSendsAMessageThatTheServerLacks() {
    String next = run(chat.post(again(user("u2", "pay more"))));
    assertThat(shown()).containsExactly("u1", answer, "u2", next);
  }

  @Test
  void anEditedMessageReplacesTheEarlierOneAndItsSuccessors() {
    chat.post(first("c1", "u2", "pay again"));
    String next = run(chat.post(edited("u1", "pay less")));
    assertThat(texts()).containsExactly("pay less");
    assertThat(shown()).hasSize(2).contains(next);
  }

  @Test
  void editingTheMessageOfAWaitingRunEndsTheRun() {
    assertThat(chat.node.record(new RunId(answer)).status()).isEqualTo(RunStatus.WAITING);

    String next = run(chat.post(edited("u1", "pay less")));

    RunRecord waited = chat.node.record(new RunId(answer));
    assertThat(waited.status()).isEqualTo(RunStatus.DONE);
    assertThat(waited.termination()).isInstanceOf(TerminationReason.Cancelled.class);
    assertThat(next).isNotEqualTo(answer);
    assertThat(chat.node.record(new RunId(next)).status()).isEqualTo(RunStatus.WAITING);
    assertThat(shown()).hasSize(2).contains(next);
  }

  @Test
  void aMessageCanBeEditedTwice() {
    chat.post(edited("u1", "pay less"));
    chat.post(edited("u1", "pay nothing"));
    assertThat(texts()).containsExactly("pay nothing");
  }

  @Test
  void aLoadedEditedMessageCanBeEditedAgain() {
    chat.post(edited("u1", "pay less"));
    String loaded = shown().getFirst();
    chat.post(edited(loaded, "pay nothing"));
    assertThat(texts()).containsExactly("pay nothing");
  }

  @Test
  void aMessageWithoutAnAnswerIsAnsweredAgain() {
    chat.threads().cancel("c1", chat.api.caller);
    chat.post(again(user("u1", "pay")));
    assertThat(texts()).containsOnlyOnce("pay");
  }
}
