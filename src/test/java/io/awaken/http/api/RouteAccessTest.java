package io.awaken.http.api;

import static io.awaken.http.api.AskingApi.ADA;
import static io.awaken.http.api.AskingApi.BOB;
import static io.awaken.http.api.AskingApi.STRANGER;
import static io.awaken.http.api.AskingApi.refusal;
import static io.awaken.http.api.AskingApi.wire;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.commit.RunQuery;
import io.awaken.core.mailbox.JobQuery;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Refusal;
import jakarta.ws.rs.Path;
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
 * Who gets through to what, on every route there is: the routes are those of the application, and
 * one that is added without a place in a table here fails. Ada has a thread with a run that waits
 * and a job in the dead letter.
 */
@Rows({230, 231})
class RouteAccessTest {

  /** Routes for operators. */
  private static final Set<String> OPERATORS =
      Set.of("listJobs", "summarizeRuns", "getSystemInfo", "listModules");

  /** Routes without an id that begin something. */
  private static final Set<String> BEGINNINGS = Set.of("createThread", "createRun");

  /** What every caller of the server may know. */
  private static final Set<String> OF_THE_SERVER = Set.of("listAgents");

  private final AnyRoute api = new AnyRoute();

  /** Lists without an id. */
  private Map<String, Function<Caller, JsonNode>> lists() {
    return Map.of(
        "listThreads", caller -> wire(api.resource(ThreadsResource.class, caller).page(THREADS)),
        "listThreadSummaries",
            caller -> wire(api.resource(ThreadSummariesResource.class, caller).page(THREADS)),
        "listRuns", caller -> wire(api.resource(RunsResource.class, caller).page(RUNS)),
        "listSuspensions",
            caller -> wire(api.resource(SuspensionsResource.class, caller).page(SUSPENSIONS)));
  }

  private static final ThreadPage.Query THREADS =
      new ThreadPage.Query(null, null, null, null, null, null);
  private static final RunPage.Query RUNS =
      new RunPage.Query(new RunPage.Chosen(null, null, null, null), null, null, null);
  private static final SuspensionPage.Query SUSPENSIONS =
      new SuspensionPage.Query(null, null, null, null, null, null);

  static Stream<Method> routes() {
    return new AwakenApplication()
        .getClasses().stream()
            .filter(type -> type.isAnnotationPresent(Path.class))
            .flatMap(type -> Stream.of(type.getMethods()))
            .filter(method -> method.isAnnotationPresent(Route.class));
  }

  static Stream<Method> routesWithAnId() {
    return routes().filter(route -> path(route).contains("{"));
  }

  static Stream<Method> routesForOperators() {
    return routes().filter(route -> OPERATORS.contains(name(route)));
  }

  private static String path(Method route) {
    Path own = route.getAnnotation(Path.class);
    String of = route.getDeclaringClass().getAnnotation(Path.class).value();
    return own == null ? of : of + "/" + own.value();
  }

  private static String name(Method route) {
    return route.getAnnotation(Route.class).name();
  }

  @Test
  void everyRouteHasItsPlaceInATable() {
    Set<String> known =
        Stream.of(OPERATORS, BEGINNINGS, OF_THE_SERVER, lists().keySet())
            .flatMap(Set::stream)
            .collect(Collectors.toSet());
    assertThat(routes().filter(route -> !path(route).contains("{")).map(RouteAccessTest::name))
        .containsExactlyInAnyOrderElementsOf(known);
    assertThat(routesWithAnId().count()).isGreaterThan(20);
  }

  @ParameterizedTest
  @MethodSource("routesWithAnId")
  @Attacks("S06")
  void whatAnotherTenantHasIsNotThereAndStaysAsItIs(Method route) {
    assertNotThere(route, STRANGER);
  }

  @ParameterizedTest
  @MethodSource("routesWithAnId")
  void whatSomebodyHasIsNotThereForNobodyInParticular(Method route) {
    assertNotThere(route, Caller.ANONYMOUS);
  }

  private void assertNotThere(Method route, Caller caller) {
    List<Object> before = stored();

    Refusal refused = api.refusal(route, caller);

    assertThat(refused).as("refusal").isNotNull();
    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.code()).endsWith("_not_found");
    assertThat(refused.details()).isNull();
    assertThat(stored()).isEqualTo(before);
  }

  /** Everything that a route could change. */
  private List<Object> stored() {
    var stores = api.runs.node.stores;
    var thread = new ThreadId(AnyRoute.THREAD);
    var runs = new RunQuery.Filter("default", null, null, null, null, null);
    var jobs = new JobQuery.Filter("default", null, null);
    return List.of(
        stores.threads().find(thread),
        stores.threads().history(thread),
        stores.runs().list(new RunQuery(runs, null, 0, 100)),
        stores.mailbox().jobs(new JobQuery(jobs, null, 0, 100)),
        stores.suspensions().ofRun(api.waits),
        stores.runs().inbox(api.waits),
        stores.runs().list(new RunQuery(ofTenant(STRANGER), null, 0, 100)));
  }

  private static RunQuery.Filter ofTenant(Caller caller) {
    return new RunQuery.Filter(caller.tenant(), null, null, null, null, null);
  }

  @ParameterizedTest
  @MethodSource("routesWithAnId")
  void colleaguesOfTheTenantWorkWithIt(Method route) {
    Refusal refused = api.refusal(route, BOB);

    assertThat(refused).as("refusal").isNull();
  }

  @ParameterizedTest
  @MethodSource("routesForOperators")
  @Attacks("S05")
  void whoHasNotTheRoleOfOperatorsIsRefused(Method route) {
    assertThat(api.refusal(route, ADA).status()).isEqualTo(403);
    assertThat(api.refusal(route, STRANGER).status()).isEqualTo(403);
    assertThat(api.refusal(route, Caller.ANONYMOUS).status()).isEqualTo(401);
    assertThat(api.refusal(route, RunsApi.OPERATOR)).isNull();
  }

  @Test
  void listsHoldNothingOfOtherTenantsNorOfSomebodyForNobody() {
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
  void nothingBeginsInOrBelowAThreadThatIsNotThere() {
    for (Caller caller : List.of(STRANGER, Caller.ANONYMOUS)) {
      List<Object> before = stored();
      Refusal run =
          refusal(
              () -> {
                var runs = api.resource(RunsResource.class, caller);
                runs.background.begin(runs.wanted(api.body(CreateRun.class), null));
              });
      assertThat(run.code()).isEqualTo("thread_not_found");

      Refusal thread =
          refusal(
              () ->
                  api.resource(ThreadsResource.class, caller)
                      .created(api.body(CreateThread.class)));
      assertThat(thread.status()).isEqualTo(400);
      assertThat(thread.field()).isEqualTo("parent_thread_id");
      assertThat(stored()).isEqualTo(before);
    }
  }
}
