package io.awaken.http.api.thread;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.BOB;
import static io.awaken.http.api.run.AskingApi.STRANGER;
import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.Rows;
import io.awaken.http.api.request.PageCursor;
import io.awaken.http.api.request.Paging;
import io.awaken.http.api.run.AskingApi;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists of threads and of their messages over HTTP. */
class ThreadRoutesTest {

  private static final ThreadParameters ALL = query(null, null);

  private final ThreadsApi api = new ThreadsApi();

  private static ThreadParameters query(String limit, String cursor) {
    return new ThreadParameters(null, null, null, new Paging(null, limit, cursor));
  }

  private static List<String> ids(JsonNode page) {
    return StreamSupport.stream(page.get("items").spliterator(), false)
        .map(item -> item.isTextual() ? item.asText() : item.get("id").asText())
        .toList();
  }

  @Test
  @Rows(230)
  void threadsAreListedNewestFirstAndFiltered() {
    String plain = api.create("{}");
    String ticket = api.create("{\"resource_id\":\"ticket\"}");
    String child = api.createBelow(plain);

    assertThat(api.list(ALL))
        .isEqualTo(
            AskingApi.json(
                """
                {"items":["%s","%s","%s"],"offset":0,"limit":50,"total":3,"has_more":false}
                """
                    .formatted(child, ticket, plain)));
    assertThat(
            ids(api.list(new ThreadParameters("ticket", null, null, new Paging(null, null, null)))))
        .containsExactly(ticket);
    assertThat(
            ids(api.list(new ThreadParameters(null, plain, "false", new Paging(null, null, null)))))
        .containsExactly(child);
    assertThat(
            ids(api.list(new ThreadParameters(null, null, "true", new Paging(null, null, null)))))
        .containsExactly(ticket, plain);
    var second = api.list(new ThreadParameters(null, null, null, new Paging("1", "1", null)));
    assertThat(ids(second)).containsExactly(ticket);
    assertThat(second.get("offset").asInt()).isEqualTo(1);
    assertThat(second.get("has_more").asBoolean()).isTrue();
  }

  @Test
  @Rows(230)
  void aSummaryShowsTheLatestAgentOfAThread() {
    String thread = api.create("{\"title\":\"Trip\",\"resource_id\":\"ticket\"}");
    String child = api.createBelow(thread);
    api.begin(thread);

    JsonNode page = api.summaries(ALL);

    assertThat(ids(page)).containsExactly(child, thread);
    assertThat(page.get("items").get(1))
        .isEqualTo(
            AskingApi.json(
                """
                {"id":"%s","resource_id":"ticket","title":"Trip","updated_at":%d,"agent_id":"a"}
                """
                    .formatted(thread, api.asking.clock.millis())));
    assertThat(page.get("items").get(0).get("parent_thread_id").asText()).isEqualTo(thread);
    assertThat(page.get("items").get(0).has("agent_id")).isFalse();
    assertThat(page.get("total").asInt()).isEqualTo(2);
  }

  @Test
  void anAnonymousCallerDoesNotSeeRunsOfNamedCallersInAnAnonymousThread() {
    String thread = api.as(Caller.ANONYMOUS).create("{}");
    RunId own = api.begin(thread);
    assertThat(api.get(thread).get("latest_run_id").asText()).isEqualTo(own.value());
    assertThat(api.summaries(ALL).at("/items/0/agent_id").asText()).isEqualTo("a");
    api.asking.node.canceller.cancel(own, Caller.ANONYMOUS);
    api.execute();
    RunId adas = api.as(ADA).begin(thread);

    assertThat(api.get(thread).get("active_run_id").asText()).isEqualTo(adas.value());
    assertThat(api.summaries(ALL).at("/items/0/agent_id").asText()).isEqualTo("a");
    api.as(Caller.ANONYMOUS);
    for (JsonNode shown :
        List.of(api.get(thread), api.patch(thread, "{}"), api.patch(thread, "{\"title\":\"x\"}"))) {
      assertThat(shown.toString()).doesNotContain(adas.value());
      assertThat(shown.has("latest_run_updated_at")).isFalse();
    }
    assertThat(api.summaries(ALL).at("/items/0").has("agent_id")).isFalse();
  }

  @Test
  void callersSeeThreadsOfTheirTenantAndAnonymousCallersOnlyAnonymousOnes() {
    String adas = api.create("{}");
    String nobodys = api.as(Caller.ANONYMOUS).create("{}");

    assertThat(ids(api.as(STRANGER).list(ALL))).isEmpty();
    assertThat(ids(api.as(Caller.ANONYMOUS).list(ALL))).containsExactly(nobodys);
    assertThat(ids(api.as(BOB).list(ALL))).containsExactly(nobodys, adas);
    assertThat(ids(api.as(STRANGER).summaries(ALL))).isEmpty();
    assertThat(ids(api.as(Caller.ANONYMOUS).summaries(ALL))).containsExactly(nobodys);
    assertThat(refusal(() -> api.as(STRANGER).messages(adas, messages(null))).code())
        .isEqualTo("thread_not_found");
    assertThat(refusal(() -> api.as(Caller.ANONYMOUS).patch(adas, "{}")).code())
        .isEqualTo("thread_not_found");
    assertThat(refusal(() -> api.as(STRANGER).delete(adas, null, null)).code())
        .isEqualTo("thread_not_found");
  }

  @Test
  @Rows(232)
  void aListIsPagedWithoutAGapOrARepetition() {
    List<String> made = IntStream.range(0, 5).mapToObj(i -> api.create("{}")).toList();

    List<String> seen = new ArrayList<>();
    String cursor = null;
    do {
      JsonNode page = api.list(query("2", cursor));
      seen.addAll(ids(page));
      assertThat(page.get("total").asInt()).isEqualTo(5);
      assertThat(page.get("has_more").asBoolean()).isEqualTo(page.has("next_cursor"));
      cursor = page.path("next_cursor").asText(null);
    } while (cursor != null);

    assertThat(seen).isEqualTo(made.reversed());
  }

  @Test
  void aCursorIsValidForItsOwnListOnly() {
    IntStream.range(0, 3).forEach(i -> api.create("{}"));
    String cursor = api.list(query("1", null)).get("next_cursor").asText();

    assertThat(ids(api.summaries(query("1", cursor)))).hasSize(1);
    var filtered = new ThreadParameters("ticket", null, null, new Paging(null, null, cursor));
    var named = new ThreadParameters("null", null, null, new Paging(null, null, cursor));
    var roots = new ThreadParameters(null, null, "true", new Paging(null, null, cursor));
    assertThat(refusal(() -> api.list(filtered)).field()).isEqualTo("cursor");
    assertThat(refusal(() -> api.list(named)).field()).isEqualTo("cursor");
    assertThat(refusal(() -> api.list(roots)).field()).isEqualTo("cursor");
    assertThat(refusal(() -> api.as(STRANGER).list(query(null, cursor))).field())
        .isEqualTo("cursor");
    api.as(ADA);
    String bent =
        PageCursor.write(
            Arrays.asList("threads", "default", null, null, null, "false"), List.of("x", "t1"));
    assertThat(refusal(() -> api.list(query(null, bent))).field()).isEqualTo("cursor");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "' ',-,-,-,-,-,resource_id",
        "-,' ',-,-,-,-,parent_thread_id",
        "-,a b,-,-,-,-,parent_thread_id",
        "-,t,true,-,-,-,root",
        "-,-,yes,-,-,-,root",
        "-,-,-,x,-,-,offset",
        "-,-,-,10001,-,-,offset",
        "-,-,-,-,many,-,limit",
        "-,-,-,-,-,made-up,cursor"
      })
  void aBadParameterIsRefusedByItsName(
      String resource,
      String parent,
      String root,
      String offset,
      String limit,
      String cursor,
      String field) {
    var query = new ThreadParameters(resource, parent, root, new Paging(offset, limit, cursor));
    for (Runnable request : List.<Runnable>of(() -> api.list(query), () -> api.summaries(query))) {
      assertThat(refusal(request).status()).isEqualTo(400);
      assertThat(refusal(request).field()).isEqualTo(field);
    }
  }

  @Test
  @Rows({168, 232})
  void messagesOfOneRunAreListedAndCounted() {
    String thread = api.create("{}");
    RunId first = api.begin(thread);
    api.asking.node.canceller.cancel(first, ADA);
    api.execute();
    RunId second = api.begin(thread);
    api.execute();

    JsonNode all = api.messages(thread, messages(null));
    JsonNode ofSecond = api.messages(thread, messages(second.value()));

    assertThat(all.get("total").asInt()).isEqualTo(all.get("messages").size());
    assertThat(ofSecond.get("total").asInt()).isEqualTo(2);
    assertThat(ofSecond.at("/messages/0/role").asText()).isEqualTo("user");
    assertThat(ofSecond.at("/messages/0")).isEqualTo(all.at("/messages/1"));
  }

  private static MessageParameters messages(String run) {
    var parameters = new MessageParameters();
    parameters.runId = run;
    return parameters;
  }

  @Test
  void aThreadIsCreatedAndSharedWithOthers() {
    api.usual = Sharing.OWNER;
    String id = api.create("{\"share\":[{\"role\":\"manager\",\"may\":[\"read\"]}]}");
    String unshared = api.create("{}");

    assertThat(access(id).allows(BOB, ThreadAction.READ)).isTrue();
    assertThat(access(id).allows(BOB, ThreadAction.WRITE)).isFalse();
    assertThat(access(unshared).allows(BOB, ThreadAction.READ)).isFalse();
  }

  private ThreadAccess access(String thread) {
    return api.asking.node.stores.threads().find(new ThreadId(thread)).orElseThrow().access();
  }
}
