package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.container.ApiClient.Answer;
import io.awaken.container.ApiClient.Events;
import io.awaken.container.ApiClient.Frame;
import io.awaken.fixture.Rows;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The thread routes, with success and each of their errors. */
class ThreadApiIT extends BuiltArchiveTest {

  @Test
  @Rows({230, 232})
  void threadsAreListedByResourceNewestFirstAndPagedByACursor() {
    String resource = "customer/" + System.nanoTime();
    List<String> created = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      created.add(create("{\"title\":\"T" + i + "\",\"resource_id\":\"" + resource + "\"}"));
    }
    String list = "?resource_id=" + resource;

    Answer all = api.get("/v1/threads" + list);
    assertThat(all.status()).isEqualTo(200);
    assertThat(all.json().get("total").asInt()).isEqualTo(3);
    assertThat(all.json().get("has_more").asBoolean()).isFalse();
    assertThat(texts(all, "items")).containsExactlyInAnyOrderElementsOf(created);

    Answer first = api.get("/v1/threads?limit=2&resourceId=" + resource);
    String cursor = first.json().get("next_cursor").asText();
    Answer second = api.get("/v1/threads" + list + "&cursor=" + cursor);
    List<String> paged = new ArrayList<>(texts(first, "items"));
    paged.addAll(texts(second, "items"));
    assertThat(paged).isEqualTo(texts(all, "items"));
    assertThat(texts(api.get("/v1/threads" + list + "&offset=2"), "items"))
        .isEqualTo(paged.subList(2, 3));

    Answer summaries = api.get("/v1/threads/summaries" + list);
    assertThat(summaries.status()).isEqualTo(200);
    assertThat(summaries.json().at("/items/0/id").asText()).isEqualTo(paged.getFirst());
    assertThat(summaries.json().at("/items/0/title").asText()).startsWith("T");
    assertThat(summaries.json().at("/items/0/updated_at").asLong())
        .isGreaterThan(1_700_000_000_000L);
  }

  @Test
  @Rows(230)
  void aSummaryNamesTheLastAgent() {
    String resource = "asked/" + System.nanoTime();
    String thread = create("{\"resource_id\":\"" + resource + "\"}");
    converse(thread, "What is 6 * 7?");

    Answer summaries = api.get("/v1/threads/summaries?resource_id=" + resource);

    assertThat(summaries.json().at("/items/0/agent_id").asText()).isEqualTo("default");
  }

  @Test
  void aBadListGets400AndItsField() {
    for (String list : List.of("/v1/threads", "/v1/threads/summaries")) {
      assertShape(api.get(list + "?root=true&parent_thread_id=t"), 400, "root");
      assertShape(api.get(list + "?root=maybe"), 400, "root");
      assertShape(api.get(list + "?limit=many"), 400, "limit");
      assertShape(api.get(list + "?offset=10001"), 400, "offset");
      assertShape(api.get(list + "?cursor=made-up"), 400, "cursor");
      assertShape(api.get(list + "?resource_id=%20"), 400, "resource_id");
      assertShape(api.get(list + "?parentThreadId=a%20b"), 400, "parent_thread_id");
    }
    assertThat(api.postJson("/v1/threads/summaries", "{}").status()).isEqualTo(405);
  }

  @Test
  @Rows({159, 230})
  void aThreadCanBeChangedUnderBothNamesOfTheRoute() {
    String parent = create("{}");
    String thread = create("{\"title\":\"Trip\",\"parent_thread_id\":\"" + parent + "\"}");

    Answer changed = patch(thread, "{\"title\":\"Journey\",\"custom\":{\"aKey\":[1,null]}}");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.json().at("/metadata/title").asText()).isEqualTo("Journey");
    assertThat(changed.json().get("parent_thread_id").asText()).isEqualTo(parent);
    assertThat(changed.json().at("/metadata/custom").toString()).isEqualTo("{\"aKey\":[1,null]}");

    Answer cleared = patch(thread + "/metadata", "{\"title\":null,\"parentThreadId\":null}");
    assertThat(cleared.status()).isEqualTo(200);
    assertThat(cleared.json().get("metadata").has("title")).isFalse();
    assertThat(cleared.json().has("parent_thread_id")).isFalse();
    assertThat(api.get("/v1/threads/" + thread).json()).isEqualTo(cleared.json());
  }

  @Test
  @Rows(233)
  void aBadChangeGetsItsStatusAndField() {
    String thread = create("{}");
    String child = create("{\"parent_thread_id\":\"" + thread + "\"}");

    assertShape(patch("nothing", "{}"), 404, null);
    assertShape(patch("nothing/metadata", "{}"), 404, null);
    assertShape(patch(thread, ""), 400, null);
    assertShape(patch(thread, "{\"title\":7}"), 400, "title");
    assertShape(patch(thread, "{\"custom\":[]}"), 400, "custom");
    String large = "{\"custom\":{\"a\":\"" + "x".repeat(1 << 14) + "\"}}";
    assertShape(patch(thread, large), 400, "custom");
    assertShape(patch(thread, "{\"parent_thread_id\":\"nothing\"}"), 400, "parent_thread_id");
    assertShape(patch(thread, "{\"parent_thread_id\":\"" + child + "\"}"), 400, "parent_thread_id");
    assertShape(
        api.send(
            "PATCH",
            "/v1/threads/" + thread,
            BodyPublishers.ofString("{}"),
            "Content-Type",
            "text/plain"),
        415,
        null);
    assertShape(api.postJson("/v1/threads/" + thread, "{}"), 405, null);
  }

  @Test
  @Rows({168, 232})
  void messagesAreFilteredByRunAndPositionAndOrdered() {
    String thread = create("{}");
    converse(thread, "What is 6 * 7?");
    String second =
        converse(thread, "What is the weather in Rome?").get(0).data().get("run_id").asText();
    String path = "/v1/threads/" + thread + "/messages";

    Answer all = api.get(path);
    int total = all.json().get("total").asInt();
    assertThat(all.json().get("messages")).hasSize(total);
    Answer newest = api.get(path + "?order=desc&limit=1");
    assertThat(newest.json().at("/messages/0"))
        .isEqualTo(all.json().get("messages").get(total - 1));
    assertThat(newest.json().get("total").asInt()).isEqualTo(total);
    assertThat(newest.json().get("has_more").asBoolean()).isTrue();
    Answer ofRun = api.get(path + "?run_id=" + second);
    assertThat(ofRun.json().get("total").asInt()).isLessThan(total);
    assertThat(ofRun.json().at("/messages/0/content/0/text").asText())
        .isEqualTo("What is the weather in Rome?");
    assertThat(api.get(path + "?after=1&before=3").json().get("messages")).hasSize(1);
    assertThat(api.get(path + "?visibility=internal").json().get("total").asInt()).isZero();
  }

  @Test
  void aBadListOfMessagesGets400AndItsField() {
    String path = "/v1/threads/" + create("{}") + "/messages";

    assertShape(api.get("/v1/threads/nothing/messages"), 404, null);
    assertShape(api.get(path + "?visibility=secret"), 400, "visibility");
    assertShape(api.get(path + "?order=up"), 400, "order");
    assertShape(api.get(path + "?after=x"), 400, "after");
    assertShape(api.get(path + "?before=x"), 400, "before");
    assertShape(api.get(path + "?run_id=a%20b"), 400, "run_id");
    assertShape(api.get(path + "?offset=x"), 400, "offset");
  }

  @Test
  @Rows({160, 230})
  void aThreadIsDeletedWithItsRuns() {
    String thread = create("{}");
    String run = converse(thread, "What is 6 * 7?").get(0).data().get("run_id").asText();

    Answer deleted = delete(thread, "");

    assertThat(deleted.status()).isEqualTo(204);
    assertThat(deleted.text()).isEmpty();
    assertShape(api.get("/v1/threads/" + thread), 404, null);
    assertShape(api.get("/v1/threads/" + thread + "/messages"), 404, null);
    assertShape(api.get("/v1/runs/" + run), 404, null);
    assertShape(delete(thread, ""), 404, null);
  }

  @Test
  void aThreadWithAnActiveRunIsDeletedOnlyIfTheRunIsCancelled() {
    String thread = create("{}");
    try (Events events = api.run(ask(thread, LONG))) {
      Frame start = events.next();
      String run = start.data().get("run_id").asText();

      Answer busy = delete(thread, "");
      assertShape(busy, 409, null);
      assertThat(busy.json().get("code").asText()).isEqualTo("thread_busy");
      assertThat(busy.json().at("/details/run_id").asText()).isEqualTo(run);

      assertThat(delete(thread, "?cancel=true").status()).isEqualTo(204);
      assertThat(events.toEnd().getLast().data().at("/termination/type").asText())
          .isEqualTo("cancelled");
      assertShape(api.get("/v1/threads/" + thread), 404, null);
      assertShape(api.get("/v1/runs/" + run), 404, null);
    }
  }

  @Test
  @Rows(230)
  void theActiveRunOfAThreadIsCancelledByTheThreadId() {
    String thread = create("{}");
    String cancel = "/v1/threads/" + thread + "/cancel";
    Answer nothing = api.postJson(cancel, "");
    assertThat(nothing.status()).isEqualTo(202);
    assertThat(nothing.json().get("thread_id").asText()).isEqualTo(thread);
    assertThat(nothing.json().has("run_id")).isFalse();

    try (Events events = api.run(ask(thread, LONG))) {
      Frame start = events.next();

      Answer cancelled = api.postJson(cancel, "");

      assertThat(cancelled.status()).isEqualTo(202);
      assertThat(cancelled.json().get("status").asText()).isEqualTo("cancel_requested");
      assertThat(cancelled.json().get("run_id")).isEqualTo(start.data().get("run_id"));
      assertThat(events.toEnd().getLast().data().at("/termination/type").asText())
          .isEqualTo("cancelled");
    }
    assertShape(api.postJson("/v1/threads/nothing/cancel", ""), 404, null);
    assertShape(api.get(cancel), 405, null);
  }

  @Test
  void childrenAreKeptOrDeletedAsRequested() {
    String parent = create("{}");
    String child = create("{\"parent_thread_id\":\"" + parent + "\"}");

    assertShape(delete(parent, "?child_strategy=orphan"), 400, "child_strategy");
    assertShape(delete(parent, "?cancel=yes"), 400, "cancel");
    Answer rejected = delete(parent, "?child_strategy=reject");
    assertShape(rejected, 400, "child_strategy");
    assertThat(rejected.json().get("code").asText()).isEqualTo("has_children");

    String top = create("{}");
    assertThat(patch(parent, "{\"parent_thread_id\":\"" + top + "\"}").status()).isEqualTo(200);
    assertThat(delete(top, "?child_strategy=detach").status()).isEqualTo(204);
    assertThat(api.get("/v1/threads/" + parent).json().has("parent_thread_id")).isFalse();

    assertThat(delete(parent, "?child_strategy=cascade").status()).isEqualTo(204);
    assertShape(api.get("/v1/threads/" + child), 404, null);
  }

  private String create(String body) {
    return api.postJson("/v1/threads", body).json().get("id").asText();
  }

  private Answer patch(String path, String body) {
    return api.send(
        "PATCH",
        "/v1/threads/" + path,
        BodyPublishers.ofString(body),
        "Content-Type",
        "application/json");
  }

  private Answer delete(String thread, String query) {
    return api.send("DELETE", "/v1/threads/" + thread + query, BodyPublishers.noBody());
  }

  private List<Frame> converse(String thread, String text) {
    return run(ask(thread, text));
  }

  private static String ask(String thread, String text) {
    return asking("default", text, ",\"thread_id\":\"" + thread + "\"");
  }

  private static List<String> texts(Answer answer, String field) {
    return StreamSupport.stream(answer.json().get(field).spliterator(), false)
        .map(item -> item.asText())
        .toList();
  }
}
