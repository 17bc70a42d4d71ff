package io.awaken.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.ModelChoice.ModelTarget;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ModelPoolSpec;
import io.awaken.core.spec.ModelPoolSpec.Member;
import io.awaken.core.spec.ModelPoolSpec.Role;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Rows({1014, 1015})
class ModelPoolTest {

  private final List<String> asked = new ArrayList<>();
  private final List<Duration> waits = new ArrayList<>();
  private final Map<String, Kind> failing = new HashMap<>();
  private final Map<String, Duration> asking = new HashMap<>();
  private final List<Duration> longWaits = new ArrayList<>();
  private CircuitBreakers breakers = CircuitBreakers.none();

  private static Member home(String id, int weight) {
    return new Member(id, weight, Role.HOME);
  }

  private static Member failover(String id) {
    return new Member(id, 1, Role.FAILOVER);
  }

  private ModelPool pool(Integer budget, Member... members) {
    var targets = new HashMap<String, ModelTarget>();
    for (Member member : members) {
      String id = member.modelId();
      targets.put(id, new ModelTarget(id, "pool/" + id, model(id), "pool", id + "-up"));
    }
    return new ModelPool(new ModelPoolSpec("pool", List.of(members), budget), targets);
  }

  private LlmExecutor model(String id) {
    return (request, listener, token) -> {
      asked.add(request.model());
      Kind kind = failing.get(id);
      if (kind != null) {
        throw new InferenceException(kind, "failed", asking.get(id), null);
      }
      return new StreamResult(
          List.of(new ContentBlock.Text(id)), List.of(), null, StopReason.END_TURN, false);
    };
  }

  private static List<String> order(ModelPool pool, String conversation) {
    return pool.order(conversation).stream().map(ModelTarget::modelId).toList();
  }

  private static Map<String, Integer> homes(ModelPool pool) {
    var homes = new HashMap<String, Integer>();
    IntStream.range(0, 10_000)
        .forEach(i -> homes.merge(order(pool, "thread-" + i).getFirst(), 1, Integer::sum));
    return homes;
  }

  private void ask(ModelPool pool, int retries) throws InferenceException {
    ask(pool, retries, new ModelPorts((time, token) -> waits.add(time), () -> 0, breakers));
  }

  private void ask(ModelPool pool, int retries, ModelPorts ports) throws InferenceException {
    var request =
        new LlmRequest("pool", null, List.of(), List.of(), InferenceParameters.DEFAULT).in("t");
    new RetryingExecutor(List.of(pool), new LlmRetryPolicy(retries, null, 500), ports)
        .execute(request, new Waiting(), new CancellationToken());
  }

  /** Waits like a released run, after which every member answers again. */
  private final class Waiting implements LlmListener {
    @Override
    public void longWait(InferenceException failure, Duration wait, Duration atMost) {
      longWaits.add(wait);
      failing.clear();
    }

    @Override
    public void text(String delta) {}

    @Override
    public void reasoning(String delta) {}

    @Override
    public void toolCallStart(String callId, String name) {}

    @Override
    public void toolCallDelta(String callId, String argsDelta) {}
  }

  private void asks(String id, int seconds) {
    failing.put(id, Kind.RATE_LIMITED);
    asking.put(id, Duration.ofSeconds(seconds));
  }

  @Test
  void aConversationHasTheSameHomeEverywhere() {
    ModelPool one = pool(null, home("a", 1), home("b", 1), home("c", 1));
    ModelPool other = pool(null, home("c", 1), home("a", 1), home("b", 1));

    for (int i = 0; i < 100; i++) {
      assertThat(order(one, "thread-" + i)).isEqualTo(order(other, "thread-" + i));
    }
  }

  @ParameterizedTest
  @CsvSource({"thread-1, a c b", "thread-2, a b c", "thread-3, b a c"})
  void theHomesOfConversationsNeverChangeWithARelease(String conversation, String order) {
    assertThat(
            String.join(
                " ", order(pool(null, home("a", 1), home("b", 1), home("c", 1)), conversation)))
        .isEqualTo(order);
  }

  @Test
  void conversationsAreSpreadByWeight() {
    Map<String, Integer> homes = homes(pool(null, home("a", 3), home("b", 1), failover("c")));

    assertThat(homes.get("a")).isCloseTo(7_500, within(200));
    assertThat(homes.get("b")).isCloseTo(2_500, within(200));
    assertThat(homes).doesNotContainKey("c");
  }

  @Test
  void removingAMemberMovesOnlyItsConversations() {
    ModelPool all = pool(null, home("a", 1), home("b", 1), home("c", 1));
    ModelPool fewer = pool(null, home("a", 1), home("b", 1));

    for (int i = 0; i < 1_000; i++) {
      String home = order(all, "thread-" + i).getFirst();
      if (!home.equals("c")) {
        assertThat(order(fewer, "thread-" + i).getFirst()).isEqualTo(home);
      }
    }
  }

  @Test
  void failoverMembersComeLast() {
    ModelPool pool = pool(null, failover("z"), home("a", 1), home("b", 1));

    for (int i = 0; i < 100; i++) {
      assertThat(order(pool, "thread-" + i)).last().isEqualTo("z");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RATE_LIMITED", "UNAUTHORIZED", "MODEL_NOT_FOUND"})
  void anotherMemberTakesOverAtOnceWhenTheHomeIsUnusable(Kind kind) throws InferenceException {
    ModelPool pool = pool(null, home("a", 1), failover("b"));
    failing.put("a", kind);

    ask(pool, 2);

    assertThat(asked).containsExactly("a-up", "b-up");
    assertThat(waits).isEmpty();
  }

  @Test
  void otherFailuresAreRetriedFirst() throws InferenceException {
    ModelPool pool = pool(null, home("a", 1), failover("b"));
    failing.put("a", Kind.TIMEOUT);

    ask(pool, 1);

    assertThat(asked).containsExactly("a-up", "a-up", "b-up");
  }

  @Test
  void theLastRateLimitedMemberIsRetried() {
    ModelPool pool = pool(null, home("a", 1), failover("b"));
    failing.put("a", Kind.RATE_LIMITED);
    failing.put("b", Kind.RATE_LIMITED);

    assertThat(catchThrowableOfType(InferenceException.class, () -> ask(pool, 1)).kind())
        .isEqualTo(Kind.RATE_LIMITED);
    assertThat(asked).containsExactly("a-up", "b-up", "b-up");
  }

  @Test
  @Rows({1012, 1170})
  void theRunWaitsForTheHomeWhenNoOtherMemberAnswers() throws InferenceException {
    ModelPool pool = pool(null, home("a", 1), failover("b"));
    asks("a", 30);
    failing.put("b", Kind.UNAUTHORIZED);

    ask(pool, 2);

    assertThat(longWaits).containsExactly(Duration.ofSeconds(30));
    assertThat(asked).containsExactly("a-up", "b-up", "a-up");
  }

  @Test
  @Rows({1012, 1170})
  void theShortestRequiredWaitApplies() throws InferenceException {
    ModelPool pool = pool(null, home("a", 1), failover("b"));
    asks("a", 30);
    asks("b", 600);

    ask(pool, 2);

    assertThat(longWaits).containsExactly(Duration.ofSeconds(30));
  }

  @Test
  @Rows({1012, 1170})
  void aWaitRequiredAfterTheLastRetryApplies() throws InferenceException {
    ModelPool pool = pool(null, home("a", 1));
    failing.put("a", Kind.TIMEOUT);
    var ports =
        new ModelPorts(
            (time, token) -> {
              waits.add(time);
              asks("a", 30);
            },
            () -> 0,
            breakers);

    ask(pool, 1, ports);

    assertThat(waits).hasSize(1);
    assertThat(longWaits).containsExactly(Duration.ofSeconds(30));
    assertThat(asked).containsExactly("a-up", "a-up", "a-up");
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 2", "2, 3", "9, 4"})
  void oneCallSwitchesNoMoreOftenThanTheBudgetAllows(int budget, int members) {
    ModelPool pool = pool(budget, home("a", 1), failover("b"), failover("c"), failover("d"));
    List.of("a", "b", "c", "d").forEach(id -> failing.put(id, Kind.UNAUTHORIZED));

    catchThrowableOfType(InferenceException.class, () -> ask(pool, 0));

    assertThat(asked).hasSize(members);
  }

  @Test
  void aPausedMemberCostsNoSwitch() throws InferenceException {
    breakers = new CircuitBreakers(new CircuitBreakerConfig(1, Duration.ofMinutes(1), 1), () -> 0);
    ModelPool pool = pool(1, home("a", 1), failover("b"), failover("c"));
    failing.put("a", Kind.PROVIDER);
    ask(pool, 0);
    String second = asked.getLast();
    failing.put(second.replace("-up", ""), Kind.PROVIDER);
    asked.clear();

    ask(pool, 0);

    assertThat(asked).hasSize(2).startsWith(second);
    assertThat(breakers.notClosed()).hasSize(2).containsKey("pool/a");
  }

  @Test
  void everyMemberIsCalledByItsUpstreamName() throws InferenceException {
    ModelPool pool = pool(null, home("a", 1), home("b", 1));
    Set<String> names = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      pool.order("thread-" + i).forEach(target -> names.add(target.upstreamModel()));
    }

    assertThat(names).containsExactlyInAnyOrder("a-up", "b-up");
  }
}
