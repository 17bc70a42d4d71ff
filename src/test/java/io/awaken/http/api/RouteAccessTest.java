package io.awaken.http.api;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.BOB;
import static io.awaken.http.api.run.AskingApi.STRANGER;
import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.http.api.run.RunsApi;
import io.awaken.http.api.run.RunsResource;
import io.awaken.http.api.suspension.SuspensionsApi;
import io.awaken.http.api.suspension.SuspensionsResource;
import io.awaken.http.api.thread.ThreadSummariesResource;
import io.awaken.http.api.thread.ThreadsApi;
import io.awaken.http.api.thread.ThreadsResource;
import io.awaken.http.security.Refusal;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Access rights on all routes of the application; a new route without an entry in a table here
 * fails. Ada has a thread with a waiting run and a dead letter.
 */
@Rows({230, 231})
class RouteAccessTest {

  /** Routes for operators. */
  private static final Set<String> OPERATORS =
      Set.of(
          "listJobs",
          "listFailedDeliveries",
          "redriveDelivery",
          "summarizeRuns",
          "getSystemInfo",
          "listModules",
          "testProvider",
          "listProviderModels",
          "approveTool",
          "authorizeServer");

  /** Routes without an id that start something. */
  private static final Set<String> BEGINNINGS = Set.of("createThread", "createRun");

  /** Routes with a secret of one caller; their own tests cover other callers. */
  private static final Set<String> GIVEN = Set.of("grantAccess", "answerByToken");

  /** Information for every caller. */
  private static final Set<String> OF_THE_SERVER = Set.of("listAgents");

  private final AnyRoute api = new AnyRoute();

  /** Lists without an id. */
  private Map<String, Function<Caller, JsonNode>> lists() {
    return Map.of(
        "listThreads", caller -> ThreadsApi.first(api.resource(ThreadsResource.class, caller)),
        "listThreadSummaries",
            caller -> ThreadsApi.first(api.resource(ThreadSummariesResource.class, caller)),
        "listRuns", caller -> RunsApi.first(api.resource(RunsResource.class, caller)),
        "listSuspensions",
            caller -> SuspensionsApi.first(api.resource(SuspensionsResource.class, caller)));
  }

  static Stream<Method> routesWithAnId() {
    return NativeRoutes.all()
        .filter(route -> NativeRoutes.path(route).contains("{"))
        .filter(route -> !OPERATORS.contains(NativeRoutes.name(route)));
  }

  static Stream<Method> routesForOperators() {
    return NativeRoutes.all().filter(route -> OPERATORS.contains(NativeRoutes.name(route)));
  }

  @Test
  void everyRouteIsInATable() {
    Set<String> known =
        Stream.of(OPERATORS, BEGINNINGS, GIVEN, OF_THE_SERVER, lists().keySet())
            .flatMap(Set::stream)
            .collect(Collectors.toSet());
    assertThat(
            NativeRoutes.all()
                .filter(
                    route ->
                        !NativeRoutes.path(route).contains("{")
                            || OPERATORS.contains(NativeRoutes.name(route)))
                .map(NativeRoutes::name))
        .containsExactlyInAnyOrderElementsOf(known);
    assertThat(routesWithAnId().count()).isGreaterThan(20);
  }

  @ParameterizedTest
  @MethodSource("routesWithAnId")
  @Attacks("S06")
  void resourcesOfAnotherTenantAreNotFoundAndUnchanged(Method route) {
    assertNotThere(route, STRANGER);
  }

  @ParameterizedTest
  @MethodSource("routesWithAnId")
  void anAnonymousCallerDoesNotSeeResourcesOfNamedCallers(Method route) {
    assertNotThere(route, Caller.ANONYMOUS);
  }

  private void assertNotThere(Method route, Caller caller) {
    List<Object> before = api.stored();

    Refusal refused = api.refusal(route, caller);

    assertThat(refused).as("refusal").isNotNull();
    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.code()).endsWith("_not_found");
    assertThat(refused.details()).isNull();
    assertThat(api.stored()).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("routesWithAnId")
  void colleaguesOfTheTenantHaveAccess(Method route) {
    Refusal refused = api.refusal(route, RouteRequest.by(BOB).with("cancel", "true"));

    assertThat(refused).as("refusal").isNull();
  }

  @Test
  void aFailingRouteAdmitsNoCaller() {
    Method route =
        routesWithAnId()
            .filter(each -> NativeRoutes.name(each).equals("getThread"))
            .findFirst()
            .orElseThrow();
    api.runs.api.between.once(
        ThreadStore.class,
        "find",
        () -> {
          throw new IllegalStateException("broken");
        });

    assertThatThrownBy(() -> api.refusal(route, BOB)).isInstanceOf(AssertionError.class);
    assertThat(api.refusal(route, BOB)).isNull();
  }

  @ParameterizedTest
  @MethodSource("routesForOperators")
  @Attacks({"S05", "S08"})
  void operatorRoutesRequireTheRole(Method route) {
    assertThat(api.refusal(route, ADA).status()).isEqualTo(403);
    assertThat(api.refusal(route, STRANGER).status()).isEqualTo(403);
    assertThat(api.refusal(route, Caller.ANONYMOUS).status()).isEqualTo(401);
    assertThat(api.refusal(route, RunsApi.OPERATOR)).isNull();
  }

  @Test
  void listsExcludeOtherTenantsAndNamedCallersForAnonymousOnes() {
    lists()
        .forEach(
            (name, list) -> {
              assertThat(list.apply(ADA).get("items")).as(name).isNotEmpty();
              assertThat(list.apply(BOB).get("items")).as(name).isNotEmpty();
              assertThat(list.apply(STRANGER).get("items")).as(name).isEmpty();
              assertThat(list.apply(Caller.ANONYMOUS).get("items")).as(name).isEmpty();
            });
  }

  @Test
  void operatorsSeeTheirOwnTenantOnly() {
    var foreign = new Caller(STRANGER.tenant(), "otto", RunsApi.OPERATOR.roles());
    api.runs.as(foreign);

    assertThat(api.runs.allJobs(null).get("items")).isEmpty();
    assertThat(api.runs.summary().get("waiting").asInt()).isZero();
    assertThat(api.runs.as(RunsApi.OPERATOR).allJobs(null).get("items")).isNotEmpty();
    assertThat(api.runs.summary().get("waiting").asInt()).isOne();
  }

  @Test
  @Attacks({"S06", "S57"})
  void nothingStartsInAMissingThread() {
    for (Caller caller : List.of(STRANGER, Caller.ANONYMOUS)) {
      List<Object> before = api.stored();
      Refusal thread =
          refusal(
              () ->
                  ThreadsApi.created(
                      api.resource(ThreadsResource.class, caller), api.body("CreateThread")));
      assertThat(thread.status()).isEqualTo(400);
      assertThat(thread.field()).isEqualTo("parent_thread_id");
      assertThat(api.stored()).isEqualTo(before);
    }
    Refusal run = refusal(() -> begin(Caller.ANONYMOUS));
    assertThat(run.code()).isEqualTo("thread_not_found");
  }

  @Test
  @Attacks({"S06", "S57"})
  void anotherTenantsThreadIdNamesAThreadOfTheCaller() {
    var adas = api.runs.node.stores.threads().history(new ThreadId(AnyRoute.THREAD));

    JsonNode begun = begin(STRANGER);

    assertThat(begun.get("thread_id").asText()).isEqualTo(AnyRoute.THREAD);
    assertThat(begun.get("status").asText()).isEqualTo("running");
    var own = new ThreadId(STRANGER.tenant(), AnyRoute.THREAD);
    assertThat(api.runs.node.stores.threads().find(own).orElseThrow().owner())
        .isEqualTo(STRANGER.subject());
    assertThat(api.runs.node.stores.threads().history(new ThreadId(AnyRoute.THREAD)))
        .isEqualTo(adas);
  }

  private JsonNode begin(Caller caller) {
    return RunsApi.begin(api.resource(RunsResource.class, caller), api.body("CreateRun"), null);
  }
}
