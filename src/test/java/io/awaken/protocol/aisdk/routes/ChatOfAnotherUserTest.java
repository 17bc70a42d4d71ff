package io.awaken.protocol.aisdk.routes;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.BOB;
import static io.awaken.http.api.run.AskingApi.refusal;
import static io.awaken.protocol.aisdk.routes.ChatBodies.answering;
import static io.awaken.protocol.aisdk.routes.ChatBodies.approval;
import static io.awaken.protocol.aisdk.routes.ChatBodies.first;
import static io.awaken.protocol.aisdk.routes.ChatBodies.only;
import static io.awaken.protocol.aisdk.routes.ChatBodies.values;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.Rows;
import io.awaken.http.security.Refusal;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bob and an operator use a chat of Ada, in which a call waits for an approval. */
@Attacks("S58")
@Rows(237)
class ChatOfAnotherUserTest {

  private static final Caller OPERATOR = BOB.asOperator();
  private static final ThreadId CHAT = new ThreadId("c1");

  private final ChatApi chat = new ChatApi();
  private List<JsonNode> asked;
  private RunId run;

  @BeforeEach
  void adaAsks() {
    chat.node.stores.threads().create(CHAT, ADA, null, null, null);
    asked = chat.as(ADA).post(first("c1", "u1", "pay"));
    run = new RunId(only(asked, "start").get("messageId").asText());
  }

  private String approved() {
    return answering(
        "c1", run.value(), approval(only(asked, "tool-approval-request"), ", \"approved\": true"));
  }

  private static void assertNotFound(Runnable request) {
    Refusal refusal = refusal(request);
    assertThat(refusal.status()).isEqualTo(404);
    assertThat(refusal.code()).endsWith("_not_found");
    assertThat(refusal.details()).isNull();
  }

  @Test
  void anotherUserCannotLoadIt() {
    chat.as(BOB);
    assertNotFound(() -> chat.messages("c1"));
    assertNotFound(() -> chat.ofRun(run));
  }

  /** As for a chat that does not exist, since pages ask before they have sent anything. */
  @Test
  void anotherUserHasNothingToResume() {
    assertThat(chat.as(BOB).resume("c1", new FakeExchange()).getStatus()).isEqualTo(204);
    assertThat(chat.resume("never", new FakeExchange()).getStatus()).isEqualTo(204);
  }

  @Test
  void anotherUserCanNeitherWriteNorAnswerNorStop() {
    int messages = chat.node.stores.threads().history(CHAT).size();
    chat.as(BOB);
    assertNotFound(() -> chat.post(first("c1", "u2", "Hi")));
    assertNotFound(() -> chat.post(first("c1", "u1", "pay")));
    assertNotFound(() -> chat.post(approved()));
    assertNotFound(() -> chat.threads().cancel("c1", BOB));
    assertNotFound(() -> chat.threads().interrupt("c1", BOB));

    assertThat(chat.api.asking.paid()).isZero();
    assertThat(chat.node.stores.threads().history(CHAT)).hasSize(messages);
    assertThat(chat.as(ADA).resumed("c1")).isEqualTo(asked);
  }

  @Test
  void anOperatorLoadsResumesAndAnswersIt() {
    chat.as(OPERATOR);
    assertThat(values(chat.messages("c1").get("messages"), "role")).contains("user", "assistant");
    assertThat(chat.resumed("c1")).isEqualTo(asked);
    assertThat(chat.ofRun(run)).isEqualTo(asked);
    chat.post(approved());
    assertThat(chat.api.asking.paid()).isOne();
  }
}
