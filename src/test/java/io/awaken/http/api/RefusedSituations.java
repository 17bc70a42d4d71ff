package io.awaken.http.api;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.BOB;

import io.awaken.core.event.Cursor;
import io.awaken.core.message.MediaBytes;
import io.awaken.core.message.MediaContent;
import io.awaken.core.run.Caller;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.SubmitStore;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.submit.Quotas;
import io.awaken.core.submit.Quotas.Kind;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.TestNode;
import io.awaken.http.api.event.EventsApi;
import io.awaken.http.api.event.ThreadEventsResource;
import io.awaken.http.api.request.IdempotencyHeader;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.api.run.RunsApi;
import io.awaken.http.api.thread.ThreadsApi;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Sets up the state and request for each refusal code. Ada has a thread with a run that waits for a
 * manager's decision within the hour, and a dead letter; Bob, a manager of her tenant, calls.
 */
final class RefusedSituations {

  private static final SuspendTicket TICKET =
      AskingNode.APPROVAL
          .decidedBy(new Approver("manager", true))
          .expiring(new Expiry(3_600_000, DecisionAction.CANCEL));

  private static final RouteRequest USUAL = RouteRequest.by(BOB);
  private static final RouteRequest OPERATORS = RouteRequest.by(RunsApi.OPERATOR);
  private static final ThreadId THREAD = new ThreadId(AnyRoute.THREAD);
  private static final String OTHER_HASH = "\"" + "0".repeat(64) + "\"";
  private static final String MESSAGE = "{\"role\":\"user\",\"content\":\"more\"}";

  final AnyRoute api = new AnyRoute(TICKET);
  private final Method route;
  private final Map<String, Function<Method, RouteRequest>> byCode =
      Map.ofEntries(
          Map.entry("run_not_found", this::noRun),
          Map.entry("thread_not_found", this::noThread),
          Map.entry("tool_not_found", any -> OPERATORS.with("name", "unknown")),
          Map.entry("tool_changed", any -> OPERATORS.with("name", "changed")),
          Map.entry("tool_fixed", any -> OPERATORS.with("name", "fixed")),
          Map.entry("server_not_found", any -> OPERATORS.with("id", "unknown_server")),
          Map.entry(
              "not_available",
              any -> OPERATORS.with("id", "not_available").with("state", "not_available")),
          Map.entry("invalid_state", any -> USUAL.with("state", "invalid_state")),
          Map.entry("invalid_answer", any -> USUAL.with("state", "invalid_answer")),
          Map.entry("access_denied", any -> USUAL.with("state", "access_denied")),
          Map.entry("no_token", any -> USUAL.with("state", "no_token")),
          Map.entry("unknown_server", any -> USUAL.with("state", "unknown_server")),
          Map.entry("job_not_found", any -> USUAL.with("job", "nothing")),
          Map.entry("suspension_not_found", any -> USUAL.saying("toolCallId", "\"other\"")),
          Map.entry("provider_not_found", any -> provider("nothing")),
          Map.entry("no_model_list", any -> provider(FakeProviders.WITHOUT_LIST)),
          Map.entry("provider_failed", any -> provider(FakeProviders.FAILS)),
          Map.entry("too_many_probes", any -> otherOperatorsAsk()),
          Map.entry("other_suspension", any -> USUAL.saying("suspensionId", "\"other\"")),
          Map.entry("other_arguments", any -> USUAL.saying("argumentsHash", OTHER_HASH)),
          Map.entry("suspension_closed", any -> decided()),
          Map.entry("suspension_expired", any -> later()),
          Map.entry("not_an_approver", any -> byAda()),
          Map.entry("invalid_token", any -> USUAL.saying("token", "\"none\"")),
          Map.entry("delivery_not_found", any -> OPERATORS.with("id", "nothing")),
          Map.entry("forbidden", this::withRolesOfAnother),
          Map.entry("thread_exists", any -> sharesAThread()),
          Map.entry("thread_busy", any -> USUAL.saying("mode", "\"reject\"")),
          Map.entry("inbox_full", any -> fullInbox()),
          Map.entry("queue_full", any -> fullQueue()),
          Map.entry("thread_full", this::fullThread),
          Map.entry("thread_being_deleted", any -> beingDeleted()),
          Map.entry("message_too_large", any -> saying(TestNode.MAX_MESSAGE + 1)),
          Map.entry("media_too_large", this::largeMedia),
          Map.entry("media_not_found", any -> USUAL.with("media", "none")),
          Map.entry("unsupported_media_type", RefusedSituations::mediaOfAnotherType),
          Map.entry("too_many_uploads", any -> uploadedTooOften()),
          Map.entry("message_not_found", any -> USUAL.saying("supersedes", "\"none\"")),
          Map.entry("nothing_to_answer", any -> nothingLeft()),
          Map.entry("no_open_run", any -> nothingOpen()),
          Map.entry("idempotency_conflict", any -> keyOfAnother()),
          Map.entry("run_deleted", any -> keyOfADeletedRun()),
          Map.entry("duplicate", any -> dedupeKeyOfAnother()),
          Map.entry("too_many_submits", any -> askedTooOften()),
          Map.entry("too_many_streams", this::readsTooMuch),
          Map.entry("cursor_expired", any -> purged()),
          Map.entry("not_dead", any -> aliveJob()),
          Map.entry("no_input", any -> emptyDeadLetter()),
          Map.entry("invalid_field", any -> USUAL.with("child_strategy", "orphan")),
          Map.entry("has_children", any -> children(1).with("child_strategy", "reject")),
          Map.entry("too_many_threads", any -> family()));

  RefusedSituations(Method route) {
    this.route = route;
  }

  /** Sets up the state and returns the refused request; empty for an unknown code. */
  Optional<RouteRequest> of(String code) {
    return Optional.ofNullable(byCode.get(code)).map(situation -> situation.apply(route));
  }

  private static RouteRequest provider(String id) {
    return RouteRequest.by(RunsApi.OPERATOR).with("id", id);
  }

  private RouteRequest otherOperatorsAsk() {
    api.providers.busy = true;
    return provider(FakeProviders.ANSWERS);
  }

  private RouteRequest noRun(Method asked) {
    return NativeRoutes.path(asked).startsWith("threads")
        ? USUAL.with("id", api.runs.thread("idle"))
        : USUAL.with("id", "nothing");
  }

  private RouteRequest noThread(Method asked) {
    return NativeRoutes.path(asked).contains("{")
        ? USUAL.with("id", "nothing")
        : RouteRequest.by(Caller.ANONYMOUS);
  }

  /** Also through her own webhook. */
  private RouteRequest byAda() {
    return RouteRequest.by(ADA).saying("token", "\"" + api.token("mine", "ada") + "\"");
  }

  private RouteRequest decided() {
    String call = api.runs.api.asking.question(api.waits).callId();
    api.runs.as(BOB);
    api.runs.api.decide(
        api.waits.value(), "{\"tool_call_id\":\"" + call + "\",\"action\":\"resume\"}");
    return USUAL.saying("action", "\"cancel\"");
  }

  /** The first late decision is refused and expires the question. */
  private RouteRequest later() {
    api.runs.api.asking.clock.advance(Duration.ofHours(2));
    api.refusal(route, USUAL);
    return USUAL;
  }

  private RouteRequest withRolesOfAnother(Method asked) {
    api.runs.as(new Caller("default", "max", Set.of("manager"))).queued("managers");
    String dead = api.runs.giveUp();
    return RouteRequest.by(ADA).with("id", named(asked, "managers")).with("job", dead);
  }

  /** A route without a thread has no such parameter. */
  private static String named(Method asked, String thread) {
    return NativeRoutes.path(asked).contains("{job}") ? thread : "none";
  }

  /** Only the subject of a run without roles fills its inbox. */
  private RouteRequest fullInbox() {
    for (int i = 0; i < 100; i++) {
      api.runs.input(api.waits.value(), "{\"messages\":[" + MESSAGE + "]}", null);
    }
    return RouteRequest.by(ADA).saying("mode", "\"steer\"");
  }

  private RouteRequest sharesAThread() {
    api.runs.node.sharing(Sharing.OWNER);
    return USUAL.saying("share", "[{\"role\":\"manager\",\"may\":[\"read\"]}]");
  }

  private static RouteRequest saying(int length) {
    String text = "\"" + "x".repeat(length) + "\"";
    return USUAL
        .saying("messages", "[{\"role\":\"user\",\"content\":" + text + "}]")
        .saying("payload", text);
  }

  private RouteRequest largeMedia(Method asked) {
    var large = new byte[(int) AskingApi.MEDIA.bytes() + 1];
    api.media = large;
    return showing("image/png", large);
  }

  /** The whole body of an upload, or part of a message. */
  private static RouteRequest mediaOfAnotherType(Method asked) {
    return showing("image/tiff", new byte[] {1}).with("Content-Type", "image/tiff");
  }

  private static RouteRequest showing(String type, byte[] image) {
    return USUAL.saying(
        "messages",
        """
        [{"role": "user", "content": [{"type": "image", "media_type": "%s", "data": "%s"}]}]
        """
            .formatted(type, Base64.getEncoder().encodeToString(image)));
  }

  private RouteRequest fullThread(Method asked) {
    if (!NativeRoutes.name(asked).equals("uploadMedia")) {
      return saying((int) AskingNode.THREAD.bytes());
    }
    var bytes = new MediaBytes(new byte[(int) AskingNode.THREAD.bytes() - 2]);
    var media = api.runs.node.stores.threads().media();
    media.put(THREAD, ADA, MediaContent.of("image/png", bytes), ThreadLimits.DEFAULT);
    return USUAL;
  }

  private RouteRequest uploadedTooOften() {
    api.runs.api.uploads =
        new Quotas(
            Map.of(Kind.UPLOADS, new Quotas.Rate(1, 0, 0)),
            Quotas.Runs.NONE,
            Optional::empty,
            () -> 0);
    api.runs.api.uploads.take(Kind.UPLOADS, BOB);
    return USUAL;
  }

  /** The rows of a long thread are removed in parts, which only the database does. */
  private RouteRequest beingDeleted() {
    api.runs.api.between.once(
        SubmitStore.class,
        "submit",
        () -> {
          throw new ThreadStore.BeingDeleted(THREAD);
        });
    return USUAL;
  }

  private RouteRequest fullQueue() {
    for (int i = 0; i < 1_000; i++) {
      api.runs.queued(AnyRoute.THREAD);
    }
    return USUAL.saying("mode", "\"queue\"");
  }

  private RouteRequest nothingLeft() {
    String first = api.runs.node.stores.threads().history(THREAD).getFirst().id();
    return USUAL.saying("supersedes", "\"" + first + "\"").saying("messages", "[]");
  }

  private RouteRequest nothingOpen() {
    nothingWaits();
    return USUAL.saying("mode", "\"resume_open_run\"");
  }

  private void nothingWaits() {
    api.runs.node.executeAll();
    api.runs.as(ADA).api.interrupt(AnyRoute.THREAD);
    api.runs.node.executeAll();
  }

  private RouteRequest underAKey() {
    RouteRequest first =
        USUAL
            .with(IdempotencyHeader.NAME, "k")
            .saying("agentId", "\"a\"")
            .saying("background", "true");
    api.refusal(route, first);
    return first;
  }

  private RouteRequest keyOfAnother() {
    return underAKey().saying("messages", "[" + MESSAGE + "]").saying("payload", "\"more\"");
  }

  /** Recreates the thread, so that the missing resource is another one. */
  private RouteRequest keyOfADeletedRun() {
    RouteRequest first = underAKey();
    nothingWaits();
    api.runs.node.stores.threads().delete(THREAD, ADA, false);
    api.runs.thread(AnyRoute.THREAD);
    return first;
  }

  private RouteRequest dedupeKeyOfAnother() {
    RouteRequest first = USUAL.saying("dedupeKey", "\"daily\"");
    api.refusal(route, first);
    return first;
  }

  private RouteRequest askedTooOften() {
    api.runs.api.quota =
        new Quotas(
            Map.of(Kind.SUBMITS, new Quotas.Rate(1, 0, 0)),
            Quotas.Runs.NONE,
            Optional::empty,
            () -> 0);
    api.runs.api.quota.take(Kind.SUBMITS, BOB);
    return USUAL;
  }

  /** Uses all streams; queued and cancelled runs can be awaited. */
  private RouteRequest readsTooMuch(Method asked) {
    for (int i = 0; i < 20; i++) {
      api.runs.api.streams.reserve(BOB);
    }
    return NativeRoutes.path(asked).startsWith("runs/")
        ? USUAL.with("id", api.runs.as(ADA).queued("behind").value())
        : USUAL.with("cancel", "true");
  }

  /** Deletes the events around both kinds of cursors. */
  private RouteRequest purged() {
    String cursor =
        NativeRoutes.path(route).startsWith("runs")
            ? EventsApi.cursor(api.waits, new Cursor(1, 2))
            : EventsApi.cursorBehind(
                api.resource(ThreadEventsResource.class, ADA), AnyRoute.THREAD, "2");
    nothingWaits();
    api.runs.api.asking.clock.advance(Duration.ofDays(8));
    api.runs.node.stores.log().purge(Duration.ofDays(7), 1_000);
    return USUAL.with("cursor", cursor);
  }

  private RouteRequest aliveJob() {
    return USUAL.with("job", api.runs.node.record(api.waits).jobId().value());
  }

  private RouteRequest emptyDeadLetter() {
    var nothingSaid =
        new Submission(
                new RunId("run-empty"),
                new ThreadId("empty"),
                new JobId("job-empty"),
                "a",
                ADA,
                null,
                List.of(),
                null)
            .sharing(Sharing.TENANT);
    api.runs.node.stores.mailbox().submits().submit(nothingSaid);
    return USUAL.with("id", "empty").with("job", api.runs.giveUp());
  }

  private RouteRequest children(int count) {
    for (int i = 0; i < count; i++) {
      api.runs
          .node
          .stores
          .threads()
          .create(new ThreadId("child-" + i), ADA, null, null, THREAD, Sharing.TENANT);
    }
    return USUAL;
  }

  private RouteRequest family() {
    return children(ThreadsApi.MOST_DELETED).with("child_strategy", "cascade");
  }
}
