package io.awaken.http.api;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.BOB;
import static io.awaken.http.api.run.AskingApi.STRANGER;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Share;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadAction;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.fixture.WrittenDocument;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.api.run.RunsApi;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Sends a valid request about Ada's thread to every route as every kind of caller; the statuses are
 * the table in {@code docs/evidence/attacks.md}. Run with {@code -Dawaken.docs.update=true} to
 * rewrite it.
 */
@Attacks("S58")
@Rows({230, 231})
class RouteCallersReferenceTest {

  private static final WrittenDocument DOCUMENT =
      new WrittenDocument(Path.of("docs", "evidence", "attacks.md"));

  /** A list without the resources of Ada. */
  private static final String NOTHING = "200, empty";

  private static final Sharing SHARED =
      Sharing.with(
          Stream.of(ThreadAction.values())
              .map(action -> new Share(null, action.wire() + "ers", Set.of(action)))
              .toList());

  /** Who sends a request, in the order of the table. */
  private enum Sender {
    NOBODY("nobody", Caller.ANONYMOUS),
    OWNER("owner", ADA),
    COLLEAGUE("another user", BOB),
    READER("shared: read", shared(ThreadAction.READ)),
    WRITER("shared: write", shared(ThreadAction.WRITE)),
    DECIDER("shared: decide", shared(ThreadAction.DECIDE)),
    OPERATOR("operator", RunsApi.OPERATOR.asOperator()),
    OTHER_TENANT("other tenant", STRANGER);

    private final String title;
    private final Caller caller;

    Sender(String title, Caller caller) {
      this.title = title;
      this.caller = caller;
    }

    private static Caller shared(ThreadAction action) {
      return new Caller("default", "sam", Set.of(action.wire() + "ers"));
    }
  }

  /** What every route answers to every sender, by the route's path and method. */
  private static final Map<String, Map<Sender, String>> ANSWERS = new TreeMap<>();

  /** The routes that use Ada's thread, by path and method. */
  private static final Map<String, Method> OF_A_THREAD = new TreeMap<>();

  @BeforeAll
  static void sendEverything() {
    NativeRoutes.all()
        .sorted(Comparator.comparing(NativeRoutes::path))
        .forEach(
            route -> {
              String name = NativeRoutes.path(route) + " " + NativeRoutes.verb(route);
              ANSWERS.put(name, answers(route));
              if (RouteAccessTest.routesWithAnId().anyMatch(route::equals)) {
                OF_A_THREAD.put(name, route);
              }
            });
  }

  private static Map<Sender, String> answers(Method route) {
    return Stream.of(Sender.values())
        .collect(
            Collectors.toMap(
                sender -> sender,
                sender -> answer(route, sender.caller),
                (one, other) -> one,
                TreeMap::new));
  }

  /** A refused request changes nothing. */
  private static String answer(Method route, Caller caller) {
    var api = new AnyRoute(AskingNode.APPROVAL, SHARED);
    List<Object> before = api.stored();
    Response answer = api.answer(route, RouteRequest.by(caller).with("cancel", "true"));
    if (answer == null) {
      return "200";
    }
    if (answer.getStatus() >= 400) {
      assertThat(api.stored()).as("%s for %s", route, caller).isEqualTo(before);
    }
    return answer.getStatus() == 200 && isEmpty(answer.getEntity())
        ? NOTHING
        : String.valueOf(answer.getStatus());
  }

  private static boolean isEmpty(Object body) {
    if (!(body instanceof Record view)) {
      return false;
    }
    JsonNode items = AskingApi.wire(view).get("items");
    return items != null && items.isEmpty();
  }

  @Test
  void theTableIsWhatTheRoutesAnswer() throws IOException {
    DOCUMENT.assertPart("callers", table());
  }

  private static String table() {
    var lines = new StringBuilder("\n| route |");
    Stream.of(Sender.values()).forEach(sender -> lines.append(" %s |".formatted(sender.title)));
    lines.append("\n|---|").append("---|".repeat(Sender.values().length)).append('\n');
    ANSWERS.forEach(
        (route, answers) ->
            lines.append(
                "| %s | %s |\n".formatted(title(route), String.join(" | ", answers.values()))));
    return lines.append('\n').toString();
  }

  private static String title(String route) {
    String[] parts = route.split(" ");
    return "`%s /v1/%s`".formatted(parts[1], parts[0]);
  }

  @Test
  void onlyTheOwnerThoseItIsSharedWithAndOperatorsReachAThread() {
    assertThat(OF_A_THREAD).hasSizeGreaterThan(20);
    OF_A_THREAD.forEach(
        (name, route) -> {
          assertThat(of(name, Sender.NOBODY, Sender.COLLEAGUE, Sender.OTHER_TENANT))
              .as(name)
              .containsOnly("404");
          assertThat(of(name, Sender.OWNER, Sender.OPERATOR))
              .as(name)
              .allMatch(status -> status.startsWith("2"));
        });
  }

  /** A reader sees a question, so its decision is forbidden rather than not found. */
  @Test
  void aReaderChangesNothing() {
    OF_A_THREAD.keySet().stream()
        .filter(name -> !name.endsWith(" GET"))
        .forEach(name -> assertThat(of(name, Sender.READER)).as(name).isSubsetOf("403", "404"));
  }

  @Test
  void listsOfTheTenantLackOthersThreads() {
    for (String list : List.of("runs", "suspensions", "threads", "threads/summaries")) {
      String name = list + " GET";
      assertThat(of(name, Sender.NOBODY, Sender.COLLEAGUE, Sender.OTHER_TENANT))
          .as(name)
          .containsOnly(NOTHING);
      assertThat(of(name, Sender.OWNER, Sender.OPERATOR)).as(name).containsOnly("200");
    }
  }

  private static List<String> of(String route, Sender... senders) {
    return Arrays.stream(senders).map(ANSWERS.get(route)::get).toList();
  }
}
