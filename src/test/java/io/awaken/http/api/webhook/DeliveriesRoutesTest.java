package io.awaken.http.api.webhook;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.refusal;
import static io.awaken.http.api.run.AskingApi.wire;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.outbox.OutboxStore.Receivers;
import io.awaken.core.store.outbox.PushTarget;
import io.awaken.core.webhook.FailedDeliveries;
import io.awaken.fixture.Rows;
import io.awaken.http.api.request.Paging;
import io.awaken.http.api.run.RunsApi;
import io.awaken.http.security.KnownCallers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Lists of messages that were not delivered. */
class DeliveriesRoutesTest {

  private final RunsApi api = new RunsApi();
  private final OutboxStore outbox = api.node.stores.outbox();

  private JsonNode list(Caller caller, Paging paging) {
    var resource = new DeliveriesResource();
    resource.deliveries = new FailedDeliveries(outbox, () -> {});
    resource.admin = api.admin;
    resource.security = KnownCallers.of(caller);
    return wire(resource.list(paging));
  }

  private JsonNode list(Paging paging) {
    return list(RunsApi.OPERATOR, paging);
  }

  /** A client that is told of a waiting run, and does not answer. */
  private RunId undelivered(String thread) {
    RunId run = api.as(ADA).waiting(thread);
    var target = new PushTarget("mine", ADA, "https://hooks.example/", null, null, null);
    outbox.put(new ThreadId(thread), run, target, null);
    outbox
        .take(Receivers.OUTSIDE, Set.of(), 10, Duration.ofMinutes(1))
        .forEach(due -> outbox.giveUp(due, "answered 500"));
    return run;
  }

  private static List<String> runs(JsonNode page) {
    return page.findValuesAsText("run_id");
  }

  @Test
  @Rows(232)
  void aListIsPagedLikeEveryOther() {
    List<String> all =
        List.of(undelivered("t1").value(), undelivered("t2").value(), undelivered("t3").value());

    JsonNode first = list(new Paging(null, "2", null));
    String cursor = first.get("next_cursor").asText();
    JsonNode second = list(new Paging(null, "2", cursor));

    assertThat(runs(first)).isEqualTo(all.subList(0, 2));
    assertThat(first.get("has_more").asBoolean()).isTrue();
    assertThat(runs(second)).isEqualTo(all.subList(2, 3));
    assertThat(second.get("has_more").asBoolean()).isFalse();
    assertThat(second.has("next_cursor")).isFalse();
    assertThat(runs(list(new Paging("1", "1", null)))).isEqualTo(all.subList(1, 2));
    for (JsonNode page : List.of(first, second, list(new Paging("9", null, null)))) {
      assertThat(page.get("total").asInt()).isEqualTo(3);
    }
    assertThat(refusal(() -> list(new Paging("x", null, null))).field()).isEqualTo("offset");
    assertThat(refusal(() -> list(new Paging(null, null, "x"))).field()).isEqualTo("cursor");
  }

  @Test
  void aMessageSaysWhyAndForWhomItFailed() {
    RunId run = undelivered("t");

    JsonNode failed = list(RunsApi.FIRST).at("/items/0");

    assertThat(failed.get("run_id").asText()).isEqualTo(run.value());
    assertThat(failed.get("thread_id").asText()).isEqualTo("t");
    assertThat(failed.get("type").asText()).isEqualTo("task.changed");
    assertThat(failed.get("webhook").asText()).endsWith("/mine");
    assertThat(failed.get("attempts").asInt()).isOne();
    assertThat(failed.get("failure").asText()).isEqualTo("answered 500");
    assertThat(failed.get("given_up").asBoolean()).isTrue();
  }

  @Test
  void onlyOperatorsOfTheTenantSeeThem() {
    undelivered("t");

    assertThat(refusal(() -> list(ADA, RunsApi.FIRST)).status()).isEqualTo(403);
    var elsewhere = new Caller("other", "olga", Set.of("operators"));
    assertThat(list(elsewhere, RunsApi.FIRST).get("total").asInt()).isZero();
  }
}
