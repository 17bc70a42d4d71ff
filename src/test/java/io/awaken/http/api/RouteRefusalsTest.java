package io.awaken.http.api;

import static io.awaken.http.api.run.AskingApi.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.SubmitStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import io.awaken.http.api.NativeRoutes.Refused;
import io.awaken.http.api.error.ErrorBodies;
import io.awaken.http.api.request.IdempotencyHeader;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.api.run.RunsApi;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Refusals;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.core.Response;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Provokes every documented refusal of every route. A documented refusal without a situation fails,
 * so that documentation matches behaviour.
 */
@Rows({230, 231, 233})
class RouteRefusalsTest {

  /** Refused before a route is called; tested on servers that check tokens. */
  private static final String OF_THE_FILTER = "unusable_caller";

  /** The message of an exception, which no client may see. */
  private static final String SECRET = "password=hunter2";

  /** These routes use no store. */
  private static final Set<String> WITHOUT_STORES =
      Set.of("listAgents", "getSystemInfo", "listModules", "testProvider", "listProviderModels");

  static Stream<Refused> refused() {
    return NativeRoutes.all()
        .flatMap(NativeRoutes::refusedBy)
        .filter(refused -> !refused.code().equals(OF_THE_FILTER))
        .filter(refused -> !isARace(refused));
  }

  /**
   * A caller that sees a run also sees its thread and messages, unless they are deleted meanwhile.
   */
  private static boolean isARace(Refused refused) {
    return Set.of("thread_not_found", "run_deleted").contains(refused.code())
        && NativeRoutes.name(refused.route()).equals("sendInputs");
  }

  @ParameterizedTest
  @MethodSource
  void refused(Refused pair) {
    var situation = new RefusedSituations(pair.route());
    RouteRequest request = situation.of(pair.code()).orElseThrow();
    List<Object> before = situation.api.stored();

    Refusal refusal = situation.api.refusal(pair.route(), request);

    assertThat(refusal).as("refusal").isNotNull();
    assertThat(refusal.code()).isEqualTo(pair.code());
    assertThat(refusal.status()).isEqualTo(pair.status());
    assertThat(refusal.retryAfter() != null).isEqualTo(pair.status() == 429);
    assertThat(situation.api.stored()).isEqualTo(before);
  }

  @Test
  void messagesToARunWhoseThreadIsDeletedMeanwhileAreRefused() {
    var api = new AnyRoute();
    Method route = named("sendInputs");
    assertThat(NativeRoutes.refuses(route, "thread_not_found")).isTrue();
    var stores = api.runs.node.stores;
    api.runs.as(AskingApi.ADA).api.interrupt(AnyRoute.THREAD);
    api.runs.api.between.once(
        ThreadStore.class,
        "find",
        () -> stores.threads().delete(new ThreadId(AnyRoute.THREAD), BOB, false));

    Refusal refusal = api.refusal(route, BOB);

    assertThat(refusal.status()).isEqualTo(404);
    assertThat(refusal.code()).isEqualTo("thread_not_found");
    assertThat(stores.runs().find(api.waits)).isEmpty();
  }

  @Test
  void repeatedMessagesToADeletedRunAreRefused() {
    var api = new AnyRoute();
    Method route = named("sendInputs");
    assertThat(NativeRoutes.refuses(route, "run_deleted")).isTrue();
    RouteRequest request = RouteRequest.by(BOB).with(IdempotencyHeader.NAME, "k");
    stopAll(api);
    assertThat(api.refusal(route, request)).isNull();
    stopAll(api);
    var stores = api.runs.node.stores;
    api.runs.api.between.once(
        SubmitStore.class,
        "submit",
        () -> stores.threads().delete(new ThreadId(AnyRoute.THREAD), BOB, false));

    Refusal refusal = api.refusal(route, request);

    assertThat(refusal.status()).isEqualTo(410);
    assertThat(refusal.code()).isEqualTo("run_deleted");
    assertThat(stores.runs().find(api.waits)).isEmpty();
  }

  private static void stopAll(AnyRoute api) {
    api.runs.node.executeAll();
    api.runs.as(AskingApi.ADA).api.interrupt(AnyRoute.THREAD);
    api.runs.node.executeAll();
  }

  private static Method named(String name) {
    return NativeRoutes.all()
        .filter(route -> NativeRoutes.name(route).equals(name))
        .findFirst()
        .orElseThrow();
  }

  static Stream<Method> routesWithABody() {
    return NativeRoutes.all().filter(route -> route.isAnnotationPresent(Consumes.class));
  }

  static Stream<Method> routesThatTakeMessages() {
    return routesWithABody().filter(RouteRefusalsTest::takesMessages);
  }

  private static boolean takesMessages(Method route) {
    return Stream.of(route.getParameterTypes())
        .filter(Class::isRecord)
        .flatMap(body -> Stream.of(body.getRecordComponents()))
        .anyMatch(field -> field.getName().equals("messages"));
  }

  @ParameterizedTest
  @MethodSource("routesThatTakeMessages")
  void routesWithMessagesDeclareRefusalsForSizeAndMedia(Method route) {
    assertThat(NativeRoutes.refusedBy(route).map(Refused::code))
        .contains("message_too_large", "media_too_large", "unsupported_media_type");
  }

  @ParameterizedTest
  @MethodSource("routesWithABody")
  void routesWithABodyRequireOne(Method route) {
    Refusal refusal = new AnyRoute().refusal(route, RouteRequest.by(BOB).withoutBody());

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.code()).isEqualTo("missing_body");
  }

  @ParameterizedTest
  @ValueSource(strings = {"limit", "offset", "cursor"})
  void aBadPageIsRefusedByItsFieldOnEveryList(String query) {
    var api = new AnyRoute();
    List<Method> lists =
        NativeRoutes.all().filter(route -> NativeRoutes.reads(route, query)).toList();
    assertThat(lists).hasSizeGreaterThan(6);
    for (Method route : lists) {
      RouteRequest request = RouteRequest.by(RunsApi.OPERATOR).with(query, "made up");

      Refusal refusal = api.refusal(route, request);

      assertThat(refusal).as(NativeRoutes.name(route)).isNotNull();
      assertThat(refusal.status()).isEqualTo(400);
      assertThat(refusal.field()).as(NativeRoutes.name(route)).isEqualTo(query);
    }
  }

  static Stream<Method> everyRouteReportsAnUnavailableStore() {
    return NativeRoutes.all().filter(route -> !WITHOUT_STORES.contains(NativeRoutes.name(route)));
  }

  @ParameterizedTest
  @MethodSource
  @Failures("F16")
  void everyRouteReportsAnUnavailableStore(Method route) {
    var api = new AnyRoute();
    api.runs.api.between.goAway();

    Refusal refusal = api.refusal(route, RunsApi.OPERATOR);

    assertThat(refusal).as("refusal").isNotNull();
    assertThat(refusal.status()).isEqualTo(503);
    assertThat(refusal.code()).isEqualTo("store_unavailable");
    assertThat(refusal.retryAfter()).isEqualTo(5);
  }

  static Stream<Method> everyRoute() {
    return NativeRoutes.all();
  }

  @ParameterizedTest
  @MethodSource("everyRoute")
  @Rows(233)
  void everyRouteReportsAnUnexpectedFailureByItsIdOnly(Method route) {
    var api = new AnyRoute();
    api.breakDown(new IllegalStateException(SECRET));

    assertFailed(api, route, RouteRequest.by(RunsApi.OPERATOR), "mapped");
  }

  /** The route itself creates the answer, without a mapper. */
  @ParameterizedTest
  @ValueSource(strings = {"waitForRun", "deleteThread"})
  @Rows(233)
  void aWaitingClientGetsAnUnexpectedFailureByItsIdOnly(String name) {
    var api = new AnyRoute();
    String run = api.runs.as(AskingApi.ADA).queued("busy").value();
    api.runs.node.starter.claimDue();
    api.meanwhile = () -> api.breakDown(new IllegalStateException(SECRET));
    RouteRequest request =
        RouteRequest.by(BOB).with("id", name.equals("waitForRun") ? run : "busy");

    assertFailed(api, named(name), request.with("cancel", "true"), "any");
  }

  /**
   * @param by the ids for the answer
   */
  private static void assertFailed(AnyRoute api, Method route, RouteRequest request, String by) {
    try (var log = new CapturedLog(Refusals.class)) {
      Response answer = api.answer(route, request);

      assertThat(answer).as("answer").isNotNull();
      assertThat(answer.getStatus()).isEqualTo(500);
      assertThat(ErrorBodies.text(answer))
          .matches(
              "\\{\"error\":\"the server failed; error id "
                  + by
                  + "\\d+\",\"code\":\"internal_error\"}");
      assertThat(log.warnings()).anyMatch(line -> line.contains(SECRET));
    }
  }

  static Stream<Method> routesThatBeginSomething() {
    return NativeRoutes.all().filter(route -> NativeRoutes.refuses(route, "too_many_submits"));
  }

  @ParameterizedTest
  @MethodSource("routesThatBeginSomething")
  void aStoppingNodeStartsNoRuns(Method route) {
    var api = new AnyRoute();
    api.runs.node.mailbox.drain(Duration.ZERO, Duration.ZERO);
    List<Object> before = api.stored();

    assertUnavailable(api.refusal(route, BOB));
    assertThat(api.stored()).isEqualTo(before);
  }

  static Stream<Method> routesThatKeepAPlace() {
    return NativeRoutes.all().filter(route -> NativeRoutes.refuses(route, "too_many_streams"));
  }

  @ParameterizedTest
  @MethodSource("routesThatKeepAPlace")
  void aStoppingNodeOpensNoStreamAndNoWait(Method route) throws InterruptedException {
    var situation = new RefusedSituations(route);
    var api = situation.api;
    String behind = api.runs.as(AskingApi.ADA).queued("behind").value();
    api.runs.api.streams.closeAll(Duration.ZERO);
    RouteRequest usual = RouteRequest.by(BOB).with("cancel", "true");
    boolean ofARun = NativeRoutes.path(route).startsWith("runs/");

    assertUnavailable(api.refusal(route, ofARun ? usual.with("id", behind) : usual));
  }

  private static void assertUnavailable(Refusal refusal) {
    assertThat(refusal).as("refusal").isNotNull();
    assertThat(refusal.status()).isEqualTo(503);
    assertThat(refusal.code()).isEqualTo("unavailable");
    assertThat(refusal.retryAfter()).isEqualTo(1);
  }
}
