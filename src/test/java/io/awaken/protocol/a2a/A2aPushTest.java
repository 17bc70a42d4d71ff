package io.awaken.protocol.a2a;

import static io.awaken.protocol.a2a.A2aApi.answer;
import static io.awaken.protocol.a2a.A2aApi.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.secret.MemorySecretStore;
import io.awaken.core.secret.SecretKeys;
import io.awaken.core.secret.SecretVault;
import io.awaken.core.store.outbox.PushTarget;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import io.awaken.protocol.a2a.A2aApi.Reply;
import io.awaken.provider.scripted.Script;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients hear of their tasks at addresses that they have registered. */
@Rows({241, 242})
class A2aPushTest {

  private static final String PUSH = "TaskPushNotificationConfig";

  @AutoClose private final PushBed bed = new PushBed(SuspendTicket.approval("pay", "May I pay?"));
  private final A2aApi api = bed.api;

  private JsonNode asked(ObjectNode config) {
    return api.send(PushBed.message("m1", config));
  }

  private Reply about(String operation, JsonNode task, ObjectNode config) {
    return api.rest(operation, config.put("taskId", task.get("id").asText()));
  }

  private Reply create(JsonNode task, ObjectNode config) {
    return about("Create" + PUSH, task, config);
  }

  private JsonNode listed(JsonNode task) {
    return about("List" + PUSH + "s", task, json("{}")).json();
  }

  private void approve(JsonNode task) {
    assertThat(api.send(answer(task, "m2", "approve")).at("/status/state").asText())
        .isEqualTo("TASK_STATE_COMPLETED");
  }

  @Test
  void aClientIsToldThatItsTaskAsksAndThatItHasEnded() {
    JsonNode task = asked(bed.config("mine").put("token", "t-1"));
    bed.deliver();
    assertThat(bed.states()).containsExactly("INPUT_REQUIRED");
    assertThat(bed.headers())
        .contains("Content-Type: application/a2a+json", "X-A2A-Notification-Token: t-1");
    JsonNode update = bed.bodies().getFirst().get("statusUpdate");
    assertThat(update.get("taskId")).isEqualTo(task.get("id"));
    assertThat(update.get("contextId")).isEqualTo(task.get("contextId"));
    assertThat(update.at("/status/message")).isEqualTo(task.at("/status/message"));
    assertThat(update.at("/status/timestamp").asText()).isNotEmpty();

    approve(task);
    bed.deliver();
    bed.deliver();

    assertThat(bed.states()).containsExactly("INPUT_REQUIRED", "COMPLETED");
    assertThat(bed.bodies()).allMatch(body -> body.size() == 1);
  }

  @Test
  @Failures("F49")
  void aReceiverThatFailsForAnHourIsToldEverythingOnceAndInOrderWhenItIsBack() {
    bed.status = "500 Internal Server Error";
    JsonNode task = asked(bed.config("mine"));
    create(task, bed.config("other"));
    bed.deliver();
    approve(task);
    for (int minute = 0; minute < 60; minute++) {
      bed.after(Duration.ofMinutes(1));
    }
    assertThat(bed.states()).containsOnly("INPUT_REQUIRED").hasSizeLessThan(20);

    int failed = bed.receiver.requests().size();
    bed.status = "200 OK";
    for (int hour = 0; hour < 3; hour++) {
      bed.after(Duration.ofHours(1));
    }

    List<String> told =
        bed.receiver.requests().subList(failed, bed.receiver.requests().size()).stream()
            .map(
                request ->
                    request.head().split(" ")[1]
                        + (request.body().contains("COMPLETED") ? " ended" : " asks"))
            .toList();
    assertThat(told)
        .containsExactlyInAnyOrder("/mine asks", "/mine ended", "/other asks", "/other ended")
        .containsSubsequence("/mine asks", "/mine ended")
        .containsSubsequence("/other asks", "/other ended");
    assertThat(bed.failed()).isEmpty();
  }

  @Test
  @Failures("F49")
  void whatWasGivenUpIsListedAndRedriven() {
    bed.status = "410 Gone";
    asked(bed.config("mine"));
    bed.deliver();
    var failed = bed.failed().getFirst();
    assertThat(failed.givenUp()).isTrue();
    assertThat(failed.failure()).isEqualTo("answered 410");
    bed.status = "200 OK";

    var dead = failed.last();
    assertThat(bed.deliveries().redrive(dead.threadId(), dead.entry().id())).isTrue();

    assertThat(bed.states()).containsExactly("INPUT_REQUIRED", "INPUT_REQUIRED");
    assertThat(bed.failed()).isEmpty();
  }

  @Test
  void aTaskWhoseUserMustSignInElsewhereIsAuthRequired() throws Exception {
    var ticket = SuspendTicket.approval("tool:GrantAccess", "Sign in at the bank.");
    try (var signing = new PushBed(ticket)) {
      signing.api.send(PushBed.message("m1", signing.config("mine")));
      signing.deliver();

      assertThat(signing.states()).containsExactly("AUTH_REQUIRED");
    }
  }

  @Test
  void aCancelledTaskIsToldAsCanceled() {
    JsonNode task = asked(bed.config("mine"));
    api.rest("CancelTask", json("{}").put("id", task.get("id").asText()));
    bed.deliver();

    assertThat(bed.states()).containsExactly("INPUT_REQUIRED", "CANCELED");
  }

  @Test
  void whoRegistersLateIsToldTheStateOfATaskThatAsksOrHasEnded() {
    JsonNode task = api.send(A2aApi.message("m1", "pay"));
    create(task, bed.config("mine"));
    bed.deliver();
    approve(task);
    create(task, bed.config("late"));
    bed.deliver();

    assertThat(bed.states()).containsExactlyInAnyOrder("INPUT_REQUIRED", "COMPLETED", "COMPLETED");
  }

  @Test
  void whatATaskAskedIsToldEvenIfItHasBeenAnsweredMeanwhile() {
    JsonNode task = api.send(A2aApi.message("m1", "pay"));
    create(task, bed.config("mine"));
    approve(task);
    bed.deliver();

    assertThat(bed.states()).containsExactly("INPUT_REQUIRED", "COMPLETED");
  }

  @Test
  void aStreamedMessageRegistersToo() {
    Reply streamed = api.rest("SendStreamingMessage", PushBed.message("m1", bed.config("mine")));
    bed.deliver();

    assertThat(streamed.kinds().getFirst()).startsWith("task");
    assertThat(streamed.kinds().getLast()).isEqualTo("statusUpdate INPUT_REQUIRED");
    assertThat(bed.states()).containsExactly("INPUT_REQUIRED");
  }

  @Test
  void aRepeatedMessageRegistersOnceEvenWithoutAnId() {
    ObjectNode config = bed.config("mine").without("id");
    JsonNode task = asked(config);
    asked(config);

    assertThat(listed(task).get("configs")).hasSize(1);
  }

  @Test
  void anAnswerMayRegister() {
    JsonNode task = api.send(A2aApi.message("m1", "pay"));
    ObjectNode params = answer(task, "m2", "approve");
    params.putObject("configuration").set("taskPushNotificationConfig", bed.config("mine"));
    api.send(params);
    bed.deliver();

    assertThat(bed.states()).contains("COMPLETED");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void configurationsAreMadeReadListedAndDeletedInBothBindings(boolean rest) {
    JsonNode task = api.send(A2aApi.message("m1", "pay"));
    ObjectNode config = bed.config("mine").put("token", "t-1");
    JsonNode made = call(rest, "Create" + PUSH, task, config);
    JsonNode named = call(rest, "Create" + PUSH, task, bed.config("x").without("id"));

    assertThat(made.get("taskId")).isEqualTo(task.get("id"));
    assertThat(made.get("url")).isEqualTo(config.get("url"));
    assertThat(made.get("token").asText()).isEqualTo("t-1");
    ObjectNode mine = json("{'id':'mine'}");
    assertThat(call(rest, "Get" + PUSH, task, mine.deepCopy())).isEqualTo(made);
    JsonNode page = call(rest, "List" + PUSH + "s", task, json("{'pageSize':1}"));
    assertThat(page.get("configs")).containsExactly(named);
    ObjectNode next = json("{}").set("pageToken", page.get("nextPageToken"));
    JsonNode last = call(rest, "List" + PUSH + "s", task, next);
    assertThat(last.get("configs")).containsExactly(made);
    assertThat(last.get("nextPageToken").asText()).isEmpty();

    for (int times = 0; times < 2; times++) {
      assertThat(call(rest, "Delete" + PUSH, task, mine.deepCopy())).isEmpty();
    }
    assertThat(about("Get" + PUSH, task, mine).reason()).isEqualTo("TASK_NOT_FOUND");
    assertThat(listed(task).get("configs")).containsExactly(named);
  }

  private JsonNode call(boolean rest, String operation, JsonNode task, ObjectNode params) {
    params.put("taskId", task.get("id").asText());
    String body = "{'jsonrpc':'2.0','id':1,'method':'%s','params':%s}".formatted(operation, params);
    return rest ? api.rest(operation, params).json() : api.rpc(body).json().get("result");
  }

  @Test
  void theRouteNamesTaskAndConfiguration() {
    var parameters = new A2aParameters();
    parameters.task = "t";
    parameters.id = "c";
    parameters.tenant = "a/";

    assertThat(parameters.message().path("taskId").asText()).isEqualTo("t");
    assertThat(parameters.message().path("id").asText()).isEqualTo("c");
    assertThat(parameters.message().path("tenant").asText()).isEqualTo("a");
  }

  @ParameterizedTest
  @Attacks("S19")
  @ValueSource(
      strings = {
        "http://hooks.example/",
        "file:///etc/passwd",
        "https://user:pw@hooks.example/",
        "https://localhost/",
        "https://10.0.0.1/",
        "https://172.16.0.1/",
        "https://192.168.0.1/",
        "https://169.254.169.254/latest",
        "https://[::1]/",
        "https://[fc00::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://hooks.example:8443/",
        "not an address"
      })
  void anAddressThatIsNotPublicIsRefusedAtRegistration(String url) {
    A2aApi strict = new A2aApi(Script.builder().says("Hi").build());
    ObjectNode config = json("{}").put("url", url);

    Reply refused = strict.rest("SendMessage", PushBed.message("m1", config));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.reason()).isEqualTo("INVALID_PARAMS");
    assertThat(refused.json().at("/error/details/0/metadata/field").asText())
        .isEqualTo("configuration.taskPushNotificationConfig.url");
    assertThat(strict.rest("ListTasks", json("{}")).json().get("tasks")).isEmpty();
    JsonNode task = strict.send(A2aApi.message("m2", "Hi"));
    Reply created = strict.rest("Create" + PUSH, config.put("taskId", task.get("id").asText()));
    assertThat(created.json().at("/error/details/0/metadata/field").asText()).isEqualTo("url");
    assertThat(strict.rest("List" + PUSH + "s", json("{}").set("taskId", task.get("id"))).json())
        .isEqualTo(json("{'configs':[],'nextPageToken':''}"));
  }

  @Test
  @Attacks("S20")
  void anAddressThatIsNoLongerPublicAtDeliveryIsGivenUpAtOnce() {
    asked(bed.config("mine"));
    bed.deliverToThePublicNetwork();

    assertThat(bed.receiver.requests()).isEmpty();
    assertThat(bed.failed()).singleElement().matches(each -> each.givenUp());
  }

  @ParameterizedTest
  @Attacks("S21")
  @ValueSource(
      strings = {
        "302 Found\r\nLocation: http://169.254.169.254/latest",
        "307 Temporary Redirect\r\nLocation: http://127.0.0.1/"
      })
  void aRedirectIsNotFollowedButAFailure(String status) {
    bed.status = status;
    asked(bed.config("mine"));
    bed.deliver();

    assertThat(bed.receiver.requests()).hasSize(1);
    assertThat(bed.failed()).singleElement().matches(each -> !each.givenUp());
  }

  @Test
  @Attacks("S22")
  void aReceiverOnAPrivateNetworkNeedsAnEntryOfTheOperator() {
    JsonNode task = api.send(A2aApi.message("m1", "pay"));

    assertThat(create(task, bed.config("allowed")).status()).isEqualTo(200);
    ObjectNode other = bed.config("mine").put("url", "https://192.168.1.10/hook");
    assertThat(create(task, other).json().at("/error/message").asText())
        .contains("awaken.outbound.allow");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | url",
        "{'url':7} | url",
        "{'url':'https://a.example/LONG'} | url",
        "{'id':'a/b','url':'https://a.example'} | id",
        "{'id':'LONG','url':'https://a.example'} | id",
        "{'token':'LONG','url':'https://a.example'} | token",
        "{'token':'a b','url':'https://a.example'} | token",
        "{'token':'a\\r\\nX: b','url':'https://a.example'} | token",
        "{'authentication':'Bearer','url':'https://a.example'} | authentication",
        "{'authentication':{},'url':'https://a.example'} | authentication.scheme",
        "{'authentication':{'scheme':'Digest','credentials':'a'},'url':'https://a.example'}"
            + " | authentication.scheme",
        "{'authentication':{'scheme':'Bearer'},'url':'https://a.example'}"
            + " | authentication.credentials",
        "{'authentication':{'scheme':'Basic','credentials':'ann:pw'},'url':'https://a.example'}"
            + " | authentication.credentials",
        "{'authentication':{'scheme':'Bearer','credentials':'LONG'},'url':'https://a.example'}"
            + " | authentication.credentials"
      })
  void aConfigurationThatBreaksARuleIsRefusedWithItsField(String config, String field) {
    JsonNode task = api.send(A2aApi.message("m1", "pay"));

    Reply refused = create(task, json(config.replace("LONG", "x".repeat(5_000))));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("/error/details/0/metadata/field").asText()).isEqualTo(field);
    assertThat(listed(task).get("configs")).isEmpty();
  }

  @Test
  void aTaskHasALimitedNumberOfConfigurations() {
    JsonNode task = api.send(A2aApi.message("m1", "pay"));
    for (int i = 0; i < PushTarget.MOST; i++) {
      assertThat(create(task, bed.config("c" + i)).status()).isEqualTo(200);
    }

    assertThat(create(task, bed.config("more")).reason()).isEqualTo("INVALID_PARAMS");
    assertThat(create(task, bed.config("c0")).status()).isEqualTo(200);
  }

  private static ObjectNode authenticated(ObjectNode config) {
    config.putObject("authentication").put("scheme", "bearer").put("credentials", "s3cr3t");
    return config;
  }

  @Test
  void credentialsAreSentAndNeverShown() {
    JsonNode task = api.send(A2aApi.message("m1", "pay"));
    Reply made = create(task, authenticated(bed.config("mine")));
    bed.deliver();

    assertThat(bed.headers()).contains("Authorization: Bearer s3cr3t");
    assertThat(made.json().get("authentication")).isEqualTo(json("{'scheme':'Bearer'}"));
    assertThat(made.text() + listed(task)).doesNotContain("s3cr3t");
    RunRecord run = api.node.record(new RunId(task.get("id").asText()));
    PushTarget stored = api.node.stores.outbox().targets(run.threadId(), run.runId()).getFirst();
    assertThat(stored.sealed() + stored).doesNotContain("s3cr3t").doesNotContain(stored.url());
  }

  @Test
  void credentialsOfAnotherTaskDoNotOpen() {
    JsonNode task = api.send(A2aApi.message("m1", "pay"));
    create(task, authenticated(bed.config("mine")));
    RunRecord run = api.node.record(new RunId(task.get("id").asText()));
    PushTarget stored = api.node.stores.outbox().targets(run.threadId(), run.runId()).getFirst();

    assertThat(api.secrets.opened(run.runId(), stored)).contains("s3cr3t");
    assertThat(api.secrets.opened(new RunId("other"), stored)).isEmpty();
  }

  @Test
  void withoutKeysCredentialsAreRefusedBeforeTheTaskBegins() {
    api.secrets = new PushSecrets(Optional.empty());

    Reply refused =
        api.rest("SendMessage", PushBed.message("m1", authenticated(bed.config("mine"))));

    assertThat(refused.json().at("/error/message").asText()).contains("awaken.secrets.key-file");
    assertThat(api.rest("ListTasks", json("{}")).json().get("tasks")).isEmpty();
  }

  @Test
  void withoutItsKeyNothingIsSentWithoutCredentials() {
    asked(authenticated(bed.config("mine")));
    api.secrets =
        new PushSecrets(
            Optional.of(new SecretVault(new MemorySecretStore(api.clock), SecretKeys.fresh())));
    bed.deliver();

    assertThat(bed.receiver.requests()).isEmpty();
    assertThat(bed.failed().getFirst().failure()).contains("no key");
  }

  @ParameterizedTest
  @Attacks("S06")
  @ValueSource(strings = {"Create", "Get", "List", "Delete"})
  void theTaskOfAnotherCallerLooksLikeNone(String operation) {
    api.caller = new Caller("acme", "ann", Set.of());
    JsonNode task = asked(bed.config("mine"));
    api.caller = new Caller("other", "eve", Set.of());
    String name = operation + PUSH + (operation.equals("List") ? "s" : "");

    assertThat(about(name, task, bed.config("mine")).reason()).isEqualTo("TASK_NOT_FOUND");
    api.caller = new Caller("acme", "ann", Set.of());
    assertThat(listed(task).get("configs")).hasSize(1);
  }

  @Test
  void whoMayNoLongerReadTheTaskIsToldNothing() {
    JsonNode task = api.send(A2aApi.message("m1", "pay"));
    RunRecord run = api.node.record(new RunId(task.get("id").asText()));
    var eve = new Caller("other", "eve", Set.of());
    var target = new PushTarget("hers", eve, bed.receiver.baseUrl(), null, null, null);
    api.node.stores.outbox().put(run.threadId(), run.runId(), target, null);
    bed.deliver();

    assertThat(bed.receiver.requests()).isEmpty();
    assertThat(bed.failed()).isEmpty();
  }

  @Test
  void aDeletedConfigurationIsToldNothingMore() {
    JsonNode task = asked(bed.config("mine"));
    about("Delete" + PUSH, task, json("{'id':'mine'}"));
    approve(task);
    bed.deliver();

    assertThat(bed.receiver.requests()).isEmpty();
  }
}
