package io.awaken.protocol.aisdk.routes;

import static io.awaken.protocol.aisdk.routes.Said.first;
import static io.awaken.protocol.aisdk.routes.Said.only;
import static io.awaken.protocol.aisdk.routes.Said.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages that are edited and answers that are asked for anew, as the AI SDK's client does it. */
@Rows(237)
class ChatEditionsTest {

  private final ChatApi chat = new ChatApi();

  private List<String> said(Role role) {
    return chat.node.stores.threads().history(new ThreadId("c1")).stream()
        .filter(message -> message.role() == role)
        .map(Message::text)
        .toList();
  }

  private static String edited(String id, String text) {
    return """
    {"id": "c1", "trigger": "submit-message", "messageId": "%s", "messages": [%s]}
    """
        .formatted(id, user(id, text));
  }

  private static String again(String answer, String messages) {
    return """
    {"id": "c1", "trigger": "regenerate-message", "messageId": "%s", "messages": [%s]}
    """
        .formatted(answer, messages);
  }

  private static String answerOf(List<JsonNode> chunks) {
    return only(chunks, "start").get("messageId").asText();
  }

  @Test
  void anEditedMessageTakesThePlaceOfTheEarlierOneAndOfWhatFollowedIt() {
    chat.post(first("c1", "u1", "hello"));
    List<JsonNode> chunks = chat.post(edited("u1", "good morning"));
    assertThat(Said.types(chunks)).as("%s", chunks).endsWith("finish");
    assertThat(said(Role.USER)).containsExactly("good morning");
    assertThat(said(Role.ASSISTANT)).hasSize(1);
  }

  @Test
  void aMessageMayBeEditedAgain() {
    chat.post(first("c1", "u1", "hello"));
    chat.post(edited("u1", "good morning"));
    chat.post(edited("u1", "good evening"));
    assertThat(said(Role.USER)).containsExactly("good evening");
  }

  @Test
  void anotherAnswerTakesThePlaceOfTheEarlierOneAndTheMessageStays() {
    String before = answerOf(chat.post(first("c1", "u1", "hello")));
    List<JsonNode> chunks = chat.post(again(before, user("u1", "hello")));
    assertThat(answerOf(chunks)).isNotEqualTo(before);
    assertThat(said(Role.USER)).containsExactly("hello");
    assertThat(said(Role.ASSISTANT)).hasSize(1);
  }

  @Test
  void editingWhatARunWaitsForEndsThatRun() {
    String waiting = answerOf(chat.post(first("c1", "u1", "pay")));
    chat.post(edited("u1", "hello"));
    assertThat(chat.node.record(new RunId(waiting)).status()).isEqualTo(RunStatus.DONE);
    assertThat(said(Role.USER)).containsExactly("hello");
  }
}
