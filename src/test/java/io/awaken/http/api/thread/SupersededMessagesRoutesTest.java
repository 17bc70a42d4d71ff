package io.awaken.http.api.thread;

import static io.awaken.http.api.run.AskingApi.BOB;
import static io.awaken.http.api.run.AskingApi.refusal;
import static io.awaken.http.api.run.AskingApi.wire;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.fixture.Rows;
import io.awaken.http.api.run.RunsApi;
import io.awaken.http.security.KnownCallers;
import io.awaken.http.security.Refusal;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Editing messages and regenerating answers over HTTP. */
@Rows({230, 231, 902})
class SupersededMessagesRoutesTest {

  private final RunsApi api = new RunsApi();
  private final RunId waits = api.waiting("t");
  private final String first = ids(messages(null)).getFirst();

  private JsonNode messages(String superseded) {
    var resource = new ThreadsResource();
    resource.threads = api.node.stores.threads();
    resource.security = KnownCallers.of(api.api.caller);
    var parameters = new MessageParameters();
    parameters.superseded = superseded;
    return wire(resource.messages("t", parameters));
  }

  private static List<String> ids(JsonNode page) {
    return StreamSupport.stream(page.get("messages").spliterator(), false)
        .map(message -> message.get("id").asText())
        .toList();
  }

  private static String edit(String superseded, String more) {
    return """
    {"supersedes": "%s", "messages": [{"role": "user", "content": "pay less"}]%s}
    """
        .formatted(superseded, more);
  }

  @Test
  void anEditedMessageSupersedesTheOriginalAndLaterOnes() {
    List<String> before = ids(messages(null));
    JsonNode accepted = api.send("t", edit(first, ""), null);

    assertThat(accepted.get("status").asText()).isEqualTo("running");
    assertThat(api.node.record(waits).status()).isEqualTo(RunStatus.DONE);
    JsonNode current = messages(null);
    assertThat(current.get("total").asInt()).isEqualTo(1);
    assertThat(current.at("/messages/0/content/0/text").asText()).isEqualTo("pay less");
    assertThat(current.has("superseded")).isFalse();

    JsonNode all = messages("true");
    assertThat(ids(all)).startsWith(before.toArray(String[]::new)).endsWith(ids(current).getLast());
    List<String> superseded =
        StreamSupport.stream(all.get("superseded").spliterator(), false)
            .map(JsonNode::asText)
            .toList();
    assertThat(superseded).isEqualTo(ids(all).subList(0, ids(all).size() - 1));
    assertThat(refusal(() -> messages("yes")).field()).isEqualTo("superseded");
  }

  @Test
  void anAnswerIsRegeneratedWithoutAMessage() {
    String answer = ids(messages(null)).get(1);
    String body =
        "{\"agent_id\": \"a\", \"thread_id\": \"t\", \"background\": true, \"supersedes\": \"%s\"}"
            .formatted(answer);
    JsonNode accepted = api.background(body, "k");

    assertThat(ids(messages(null))).containsExactly(first);
    assertThat(api.background(body, "k").get("run_id")).isEqualTo(accepted.get("run_id"));
    api.node.executeAll();
    assertThat(ids(messages(null))).hasSize(2).startsWith(first).doesNotContain(answer);
  }

  @Test
  void anInvalidSupersededMessageIsRefusedWithTheField() {
    Refusal unknown = refusal(() -> api.send("t", edit("none", ""), null));
    Refusal nothing =
        refusal(() -> api.send("t", "{\"supersedes\": \"%s\"}".formatted(first), null));
    Refusal queued = refusal(() -> api.send("t", edit(first, ", \"mode\": \"queue\""), null));
    Refusal busy = refusal(() -> api.send("t", edit(first, ", \"mode\": \"reject\""), null));
    api.send("t", edit(first, ""), null);
    Refusal twice = refusal(() -> api.send("t", edit(first, ""), null));

    assertThat(List.of(unknown, nothing, queued, twice))
        .extracting(Refusal::field)
        .containsOnly("supersedes");
    assertThat(List.of(unknown, nothing, queued, busy, twice))
        .extracting(refused -> refused.status() + " " + refused.code())
        .containsExactly(
            "404 message_not_found",
            "409 nothing_to_answer",
            "400 invalid_field",
            "409 thread_busy",
            "404 message_not_found");
  }

  @Test
  void theResultOfACallCannotBeSupersededWithoutTheCall() {
    String call = api.api.asking.question(waits).callId();
    api.as(BOB)
        .api
        .decide(waits.value(), "{\"tool_call_id\":\"%s\",\"action\":\"resume\"}".formatted(call));
    api.api.asking.goOn();
    String result = ids(messages(null)).get(2);

    Refusal refused = refusal(() -> api.send("t", edit(result, ""), null));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.field()).isEqualTo("supersedes");
    assertThat(refused.message()).contains("result of a tool call");
  }
}
