package io.awaken.http.api.run;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.BOB;
import static io.awaken.http.api.run.AskingApi.STRANGER;
import static io.awaken.http.api.run.AskingApi.refusal;
import static io.awaken.http.api.run.AskingApi.wire;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.run.RunStore;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import io.awaken.http.api.request.Paging;
import io.awaken.http.security.AdminRole;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The routes of runs. */
@Rows(231)
class RunRoutesTest {

  private final RunsApi api = new RunsApi();

  private static RunParameters all() {
    return new RunParameters();
  }

  private static RunParameters page(String limit, String cursor) {
    return new RunParameters(null, null, null, null, new Paging(null, limit, cursor));
  }

  private static RunParameters of(String status, String agent, String thread, String parent) {
    return new RunParameters(status, agent, thread, parent, RunsApi.FIRST);
  }

  private static RunParameters with(String status) {
    return of(status, null, null, null);
  }

  private static List<RunId> ids(JsonNode page) {
    return StreamSupport.stream(page.get("items").spliterator(), false)
        .map(item -> new RunId(item.get("run_id").asText()))
        .toList();
  }

  @Test
  void runsAreListedNewestFirstAndFiltered() {
    RunId waits = api.waiting("t1");
    RunId created = api.queued("t2");

    JsonNode all = api.list(all());

    assertThat(ids(all)).containsExactly(created, waits);
    assertThat(all.get("total").asInt()).isEqualTo(2);
    assertThat(all.get("has_more").asBoolean()).isFalse();
    assertThat(all.has("next_cursor") || all.has("offset") || all.has("limit")).isFalse();
    assertThat(all.at("/items/0/generation").asInt()).isZero();
    assertThat(all.at("/items/0/job_id").asText()).isNotEmpty();
    assertThat(ids(api.list(with("created")))).containsExactly(created);
    assertThat(ids(api.list(with("waiting")))).containsExactly(waits);
    assertThat(ids(api.list(with("done")))).isEmpty();
    assertThat(ids(api.list(of(null, "a", "t1", null)))).containsExactly(waits);
    assertThat(ids(api.list(of(null, "b", null, null)))).isEmpty();
    assertThat(ids(api.list(of(null, null, null, "p")))).isEmpty();
    assertThat(ids(api.list(new RunParameters(null, null, null, null, new Paging("1", "1", null)))))
        .containsExactly(waits);
  }

  @Test
  void callersSeeRunsOfTheirTenantAndAnonymousCallersOnlyAnonymousOnes() {
    RunId adas = api.as(ADA).waiting("t1");
    RunId nobodys = api.as(Caller.ANONYMOUS).queued("t2");

    assertThat(ids(api.list(all()))).containsExactly(nobodys);
    assertThat(ids(api.as(BOB).list(all()))).containsExactly(nobodys, adas);
    assertThat(ids(api.as(STRANGER).list(all()))).isEmpty();
    for (Caller caller : List.of(STRANGER, Caller.ANONYMOUS)) {
      api.as(caller);
      assertThat(refusal(() -> api.ofThread("t1", null, RunsApi.FIRST)).status()).isEqualTo(404);
      assertThat(refusal(() -> api.latest("t1")).status()).isEqualTo(404);
      assertThat(refusal(() -> api.active("t1")).status()).isEqualTo(404);
    }
  }

  @Test
  @Rows(232)
  void aListIsPagedWithoutAGapOrARepetition() {
    List<RunId> made = IntStream.range(0, 5).mapToObj(i -> api.queued("t" + i)).toList();

    List<RunId> seen = new ArrayList<>();
    String cursor = null;
    do {
      JsonNode page = api.list(page("2", cursor));
      seen.addAll(ids(page));
      assertThat(page.get("total").asInt()).isEqualTo(5);
      assertThat(page.get("has_more").asBoolean()).isEqualTo(page.has("next_cursor"));
      cursor = page.path("next_cursor").asText(null);
    } while (cursor != null);

    assertThat(seen).isEqualTo(made.reversed());
  }

  @Test
  void aCursorIsValidForItsOwnListOnly() {
    IntStream.range(0, 3).forEach(i -> api.queued("t"));
    String cursor = api.list(page("1", null)).get("next_cursor").asText();
    String ofThread =
        api.ofThread("t", null, new Paging(null, "1", null)).get("next_cursor").asText();

    assertThat(ids(api.ofThread("t", null, new Paging(null, null, ofThread)))).hasSize(2);
    var filtered = new RunParameters("created", null, null, null, new Paging(null, null, cursor));
    assertThat(refusal(() -> api.list(filtered)).field()).isEqualTo("cursor");
    assertThat(refusal(() -> api.list(page(null, ofThread))).field()).isEqualTo("cursor");
    assertThat(refusal(() -> api.ofThread("t", null, new Paging(null, null, cursor))).field())
        .isEqualTo("cursor");
    assertThat(refusal(() -> api.as(STRANGER).list(page(null, cursor))).field())
        .isEqualTo("cursor");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "over,-,-,-,-,-,-,status",
        "RUNNING,-,-,-,-,-,-,status",
        "-,a b,-,-,-,-,-,agent_id",
        "-,-,a/b,-,-,-,-,thread_id",
        "-,-,-,' ',-,-,-,parent_run_id",
        "-,-,-,-,x,-,-,offset",
        "-,-,-,-,10001,-,-,offset",
        "-,-,-,-,-,many,-,limit",
        "-,-,-,-,-,-,made-up,cursor"
      })
  void aBadParameterIsRefusedByItsName(
      String status,
      String agent,
      String thread,
      String parent,
      String offset,
      String limit,
      String cursor,
      String field) {
    var query = new RunParameters(status, agent, thread, parent, new Paging(offset, limit, cursor));

    assertThat(refusal(() -> api.list(query)).status()).isEqualTo(400);
    assertThat(refusal(() -> api.list(query)).field()).isEqualTo(field);
  }

  @Test
  @Rows(230)
  void aThreadHasARunListALatestAndAnOpenRun() {
    RunId waits = api.waiting("t");
    RunId next = api.queued("t");
    api.queued("elsewhere");

    assertThat(ids(api.ofThread("t", null, RunsApi.FIRST))).containsExactly(next, waits);
    assertThat(ids(api.ofThread("t", "waiting", RunsApi.FIRST))).containsExactly(waits);
    assertThat(api.ofThread("t", "waiting", RunsApi.FIRST).at("/items/0/waiting"))
        .isEqualTo(api.api.get(waits).get("waiting"));
    assertThat(api.latest("t").get("run_id").asText()).isEqualTo(next.value());
    JsonNode active = api.active("t").get("active_run");
    assertThat(active.get("run_id").asText()).isEqualTo(waits.value());
    assertThat(active.get("thread_id").asText()).isEqualTo("t");
    assertThat(active.get("agent_id").asText()).isEqualTo("a");
    assertThat(active.get("status").asText()).isEqualTo("waiting");
    assertThat(active.at("/waiting/since_job_id")).isEqualTo(active.get("job_id"));
    assertThat(refusal(() -> api.ofThread("t", "over", RunsApi.FIRST)).field()).isEqualTo("status");
  }

  @Test
  @Rows(230)
  void aThreadWithoutARunHasNone() {
    api.thread("idle");

    assertThat(api.active("idle")).isEqualTo(AskingApi.json("{\"active_run\":null}"));
    assertThat(api.ofThread("idle", null, RunsApi.FIRST).get("items")).isEmpty();
    assertThat(refusal(() -> api.latest("idle")).code()).isEqualTo("run_not_found");
    assertThat(refusal(() -> api.latest("nothing")).code()).isEqualTo("thread_not_found");
    assertThat(refusal(() -> api.active("not/an/id")).code()).isEqualTo("thread_not_found");
  }

  @Test
  void operatorsSeeTheNumberOfOpenRunsOfTheirTenant() {
    api.waiting("t1");
    api.queued("t2");
    api.queued("t2");

    assertThat(api.as(RunsApi.OPERATOR).summary())
        .isEqualTo(AskingApi.json("{\"running\":0,\"waiting\":1,\"created\":2}"));
  }

  @Test
  void operatorRoutesRefuseAllOtherCallers() {
    assertThat(refusal(api.as(Caller.ANONYMOUS)::summary).status()).isEqualTo(401);
    assertThat(refusal(api.as(ADA)::summary).status()).isEqualTo(403);
    api.admin = new AdminRole(null);
    assertThat(refusal(api.as(RunsApi.OPERATOR)::summary).status()).isEqualTo(403);
  }

  @Test
  @Failures("F22")
  void aCancellationDoesNotWaitForALookup() {
    RunId waits = api.waiting("t");
    api.api.between.once(
        RunStore.class,
        "find",
        () -> {
          throw new StoreUnavailable("every turn is taken", null);
        });

    assertThat(wire(api.api.runs().cancelled(waits.value())).get("status").asText())
        .isEqualTo("cancelled");
  }
}
