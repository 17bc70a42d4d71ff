package io.awaken.provider.broken;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.Failures;
import io.awaken.fixture.MostlyWaiting;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.RecordedWire;
import io.awaken.fixture.Rows;
import io.awaken.provider.broken.ChaosEndpoint.Fault;
import io.awaken.provider.broken.ObservedAdapter.Attempt;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Cuts the recorded stream of each wire and checks the whole run: it continues by the plan for what
 * had arrived, no partial call is executed, and no tool runs twice.
 */
@MostlyWaiting
@Rows({1000, 1001, 1002, 1003})
class BrokenStreamsTest {

  private static final String CONTINUES = "broke off in the middle of your answer";
  private static final String CALLS_AGAIN = "broke off in the middle of a tool call";
  private static final String HINT = "cut off in the middle of a further tool call";

  /** The recovery of a run's first answer. */
  enum Plan {
    WHOLE,
    RETRY,
    CONTINUE,
    USE_CALLS,
    CUT_CALL,
    RESTART
  }

  /** Gemini and Ollama send a call in one piece. */
  private static final Map<BrokenWire, Set<Plan>> PLANS =
      Map.of(
          BrokenWire.CHAT, EnumSet.allOf(Plan.class),
          BrokenWire.RESPONSES, EnumSet.allOf(Plan.class),
          BrokenWire.ANTHROPIC, EnumSet.allOf(Plan.class),
          BrokenWire.GEMINI, EnumSet.complementOf(EnumSet.of(Plan.CUT_CALL)),
          BrokenWire.OLLAMA, EnumSet.complementOf(EnumSet.of(Plan.CUT_CALL)));

  @ParameterizedTest
  @EnumSource(BrokenWire.class)
  @Failures("F33")
  void everyCutIsRecoveredByTheExpectedPlan(BrokenWire wire) throws Exception {
    assertThat(plansOfCuts(wire, BrokenStreamsTest::sample)).isEqualTo(PLANS.get(wire));
  }

  @ParameterizedTest
  @EnumSource(BrokenWire.class)
  @Nightly("a run for every byte of every stream")
  @Failures("F33")
  void everyByteIsAPossibleCut(BrokenWire wire) throws Exception {
    assertThat(plansOfCuts(wire, BrokenStreamsTest::all)).isEqualTo(PLANS.get(wire));
  }

  /** Cuts the answers with calls in both ways at each place; returns the plans followed. */
  private static Set<Plan> plansOfCuts(BrokenWire wire, Function<byte[], int[]> places)
      throws Exception {
    Set<Plan> plans = EnumSet.noneOf(Plan.class);
    for (Map.Entry<String, byte[]> stream : wire.allCalls().entrySet()) {
      byte[] calls = stream.getValue();
      plans.addAll(plansOfCuts(wire, stream.getKey(), calls, places.apply(calls)));
    }
    return plans;
  }

  private static Set<Plan> plansOfCuts(BrokenWire wire, String name, byte[] calls, int[] cuts)
      throws Exception {
    Set<Plan> plans = EnumSet.noneOf(Plan.class);
    try (var runtime = new BrokenRuntime(wire)) {
      List<String> recorded = runtime.run(calls, Fault.ENDS, calls.length, 1).executed();
      assertThat(recorded).hasSizeGreaterThan(1);
      for (int at : cuts) {
        for (Fault fault : List.of(Fault.ENDS, Fault.BREAKS)) {
          BrokenRun run = runtime.run(calls, fault, at, 1);
          try {
            plans.add(followedPlan(run, recorded));
          } catch (AssertionError e) {
            throw new AssertionError(
                "%s: %s after %d bytes: %s".formatted(name, fault, at, e.getMessage()), e);
          }
        }
      }
    }
    return plans;
  }

  @ParameterizedTest
  @EnumSource(BrokenWire.class)
  @Nightly("a run for every byte of every stream")
  @Failures("F33")
  void everyByteOfAnAnswerWithoutCallsIsAPossibleCut(BrokenWire wire) throws Exception {
    byte[] text = wire.text();
    try (var runtime = new BrokenRuntime(wire)) {
      String whole = runtime.run(text, Fault.ENDS, text.length, 1).stored().getLast().text();
      for (int at = 0; at <= text.length; at++) {
        for (Fault fault : List.of(Fault.ENDS, Fault.BREAKS)) {
          BrokenRun run = runtime.run(text, fault, at, 1);
          Attempt first = run.attempts().getFirst();
          String published = first.failure() == null ? "" : first.received();

          assertThat(run.result().termination()).isEqualTo(new TerminationReason.NaturalEnd());
          run.assertStoredIsWhatReadersHave();
          assertThat(run.stored().getLast().text())
              .as("%s after %d bytes", fault, at)
              .isEqualTo(published.isBlank() ? whole : published + whole);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(BrokenWire.class)
  @Failures("F33")
  void aCutUnfinishedAnswerEndsWellOrWithANamedError(BrokenWire wire) throws Exception {
    assertEndsWellOrByName(wire, BrokenStreamsTest::sample);
  }

  @ParameterizedTest
  @EnumSource(BrokenWire.class)
  @Nightly("a run for every byte of every stream")
  @Failures("F33")
  void everyByteOfAnUnfinishedAnswerIsAPossibleCut(BrokenWire wire) throws Exception {
    assertEndsWellOrByName(wire, BrokenStreamsTest::all);
  }

  private static void assertEndsWellOrByName(BrokenWire wire, Function<byte[], int[]> places)
      throws Exception {
    assertThat(wire.unfinished()).as("an answer cut by its limit and one that fails").hasSize(2);
    for (Map.Entry<String, byte[]> stream : wire.unfinished().entrySet()) {
      byte[] bytes = stream.getValue();
      assertEndsWellOrByName(wire, stream.getKey(), bytes, places.apply(bytes));
    }
  }

  /** The answers after the broken one are the complete stream, including its end. */
  private static void assertEndsWellOrByName(
      BrokenWire wire, String name, byte[] stream, int[] cuts) throws Exception {
    byte[] text = wire.text();
    try (var runtime = new BrokenRuntime(wire)) {
      BrokenRun whole = runtime.run(stream, Fault.ENDS, stream.length, 1);
      for (int at : cuts) {
        for (Fault fault : List.of(Fault.ENDS, Fault.BREAKS)) {
          // An answer in between keeps the model's breaker closed.
          runtime.run(text, Fault.ENDS, text.length, 1);
          BrokenRun run = runtime.run(stream, fault, at, 1);

          assertThat(run.result().termination())
              .as("%s: %s after %d bytes", name, fault, at)
              .matches(reason -> sameEnd(reason, whole.result().termination()));
          run.assertToolsRanOnceAndOnlyWholeCalls(whole.executed());
          run.assertReadersKnowWhatCounts();
          run.assertStoredIsWhatReadersHave();
        }
      }
    }
  }

  /** The breaker of a model that fails in every call opens before its retries are used up. */
  private static boolean sameEnd(TerminationReason reason, TerminationReason whole) {
    return reason.equals(whole)
        || whole instanceof TerminationReason.Error
            && reason instanceof TerminationReason.Error error
            && error.value().contains("model_unavailable");
  }

  /** Includes streams recorded later. */
  @Test
  void everyRecordedStreamIsCut() throws Exception {
    var streams = new TreeSet<String>();
    for (String folder : List.of("anthropic", "gemini", "ollama", "openai", "openai_responses")) {
      try (Stream<Path> files = Files.list(RecordedWire.folder(folder))) {
        files
            .map(file -> file.getFileName().toString())
            .filter(file -> !file.equals("request.json"))
            .forEach(file -> streams.add(folder + "/" + file));
      }
    }

    assertThat(BrokenWire.recorded()).isEqualTo(streams);
  }

  private static Plan followedPlan(BrokenRun run, List<String> recorded) {
    assertThat(run.result().termination()).isEqualTo(new TerminationReason.NaturalEnd());
    run.assertToolsRanOnceAndOnlyWholeCalls(recorded);
    run.assertReadersKnowWhatCounts();
    run.assertStoredIsWhatReadersHave();
    Attempt first = run.attempts().getFirst();
    List<String> requests = run.requests();
    String second = requests.get(1);
    Plan plan = planFor(first);
    assertThat(requests)
        .as("requests")
        .hasSize(plan == Plan.WHOLE || plan == Plan.USE_CALLS ? 2 : 3);
    assertThat(second.contains(CONTINUES)).as("continues").isEqualTo(plan == Plan.CONTINUE);
    assertThat(second.contains(CALLS_AGAIN)).as("calls again").isEqualTo(plan == Plan.CUT_CALL);
    assertThat(second.contains(ChaosEndpoint.RESULT))
        .as("goes on with results")
        .isEqualTo(plan == Plan.WHOLE || plan == Plan.USE_CALLS);
    assertThat(run.count(AgentEvent.StreamReset.class)).isEqualTo(plan == Plan.RESTART ? 1 : 0);
    if (plan == Plan.RETRY || plan == Plan.RESTART) {
      assertThat(second).isEqualTo(requests.getFirst());
    }
    List<String> whole = first.failure() == null ? List.of() : ids(first);
    long cutCalls = first.begun().stream().filter(id -> !whole.contains(id)).count();
    if (plan == Plan.CUT_CALL || plan == Plan.USE_CALLS) {
      assertThat(run.count(AgentEvent.ToolCallCancel.class)).isEqualTo(cutCalls);
    }
    if (plan == Plan.USE_CALLS) {
      assertThat(run.executed()).hasSize(whole.size());
      assertThat(second.contains(HINT)).as("hint about a dropped call").isEqualTo(cutCalls > 0);
    } else {
      assertThat(run.executed()).containsExactlyInAnyOrderElementsOf(recorded);
    }
    return plan;
  }

  private static Plan planFor(Attempt first) {
    if (first.failure() == null) {
      return Plan.WHOLE;
    }
    if (!first.any()) {
      return Plan.RETRY;
    }
    if (!first.whole().isEmpty()) {
      return Plan.USE_CALLS;
    }
    if (!first.hasText()) {
      return Plan.RESTART;
    }
    return first.begun().isEmpty() ? Plan.CONTINUE : Plan.CUT_CALL;
  }

  private static List<String> ids(Attempt attempt) {
    return attempt.whole().stream().map(ToolCall::id).toList();
  }

  private static int[] all(byte[] stream) {
    return IntStream.rangeClosed(0, stream.length).toArray();
  }

  /** Every 50th byte, and the ends of all lines with a byte on each side. */
  private static int[] sample(byte[] stream) {
    var cuts = new TreeSet<Integer>(List.of(stream.length));
    for (int i = 0; i <= stream.length; i += 50) {
      cuts.add(i);
    }
    for (int i = 1; i < stream.length; i++) {
      if (stream[i - 1] == '\n') {
        cuts.addAll(List.of(i - 1, i, i + 1));
      }
    }
    return cuts.stream().mapToInt(Integer::intValue).toArray();
  }

  /** After the text, and after the start of the calls. */
  private static List<Integer> behindText(BrokenWire wire) {
    String stream = new String(wire.calls(), StandardCharsets.ISO_8859_1);
    int text = stream.indexOf('\n', stream.indexOf("look")) + 2;
    return List.of(text, text + (stream.length() - text) / 2);
  }

  @ParameterizedTest
  @EnumSource(BrokenWire.class)
  @Rows(1003)
  @Failures("F34")
  void silenceAfterTheFirstPieceIsAnInterruption(BrokenWire wire) throws Exception {
    try (var runtime = new BrokenRuntime(wire)) {
      BrokenRun run = runtime.run(Fault.HANGS, behindText(wire).getFirst(), 1);

      assertThat(run.result().termination()).isEqualTo(new TerminationReason.NaturalEnd());
      assertThat(run.requests().get(1)).contains(CONTINUES);
      run.assertReadersKnowWhatCounts();
      run.assertStoredIsWhatReadersHave();
    }
  }

  @ParameterizedTest
  @EnumSource(BrokenWire.class)
  @Failures("F34")
  void aProviderThatSendsNoByteIsATimeout(BrokenWire wire) throws Exception {
    try (var runtime = new BrokenRuntime(wire, 1)) {
      BrokenRun run = runtime.run(Fault.SILENT, 0, Integer.MAX_VALUE);

      assertThat(run.attempts())
          .hasSize(3)
          .allMatch(attempt -> attempt.failure().kind() == InferenceException.Kind.TIMEOUT);
      assertThat(run.result().termination())
          .isInstanceOfSatisfying(
              TerminationReason.Error.class,
              error -> assertThat(error.value()).endsWith("(timeout)"));
      assertThat(run.executed()).isEmpty();
      run.assertStoredIsWhatReadersHave();
    }
  }

  @ParameterizedTest
  @EnumSource(BrokenWire.class)
  @Failures({"F33", "F34"})
  void garbageInAStreamIsRecovered(BrokenWire wire) throws Exception {
    try (var runtime = new BrokenRuntime(wire)) {
      List<String> recorded = runtime.run(Fault.ENDS, wire.calls().length, 1).executed();
      for (int at : behindText(wire)) {
        BrokenRun run = runtime.run(Fault.GARBAGE, at, 1);

        assertThat(run.result().termination()).isEqualTo(new TerminationReason.NaturalEnd());
        run.assertToolsRanOnceAndOnlyWholeCalls(recorded);
        run.assertReadersKnowWhatCounts();
        run.assertStoredIsWhatReadersHave();
      }
    }
  }

  /** Each answer breaks off or fails: the run ends with a named error. */
  @ParameterizedTest(name = "{0}, {1} after {2} %: {3}")
  @CsvSource({
    "CHAT,ENDS,40,stream_interrupted",
    "CHAT,BREAKS,0,stream_interrupted",
    "CHAT,GARBAGE,0,provider",
    "CHAT,GARBAGE,40,provider",
    "CHAT,HANGS,40,timeout",
    "CHAT,STATUS_500,0,provider",
    "CHAT,STATUS_429,0,rate_limited",
    "RESPONSES,BREAKS,40,stream_interrupted",
    "RESPONSES,STATUS_500,0,provider",
    "RESPONSES,STATUS_429,0,rate_limited",
    "ANTHROPIC,BREAKS,30,stream_interrupted",
    "ANTHROPIC,STATUS_500,0,provider",
    "ANTHROPIC,STATUS_429,0,rate_limited",
    "GEMINI,ENDS,30,stream_interrupted",
    "GEMINI,STATUS_500,0,provider",
    "GEMINI,STATUS_429,0,rate_limited",
    "OLLAMA,BREAKS,30,stream_interrupted",
    "OLLAMA,STATUS_500,0,provider",
    "OLLAMA,STATUS_429,0,rate_limited",
  })
  @Failures({"F33", "F34"})
  void repeatedFailuresEndWithANamedErrorAndExecuteNothing(
      BrokenWire wire, Fault fault, int percent, String code) throws Exception {
    try (var runtime = new BrokenRuntime(wire)) {
      BrokenRun run = runtime.run(fault, wire.calls().length * percent / 100, Integer.MAX_VALUE);

      assertThat(run.result().termination())
          .isInstanceOfSatisfying(
              TerminationReason.Error.class, error -> assertThat(error.value()).contains(code));
      assertThat(run.executed()).isEmpty();
      assertThat(run.requests()).hasSize(3);
      run.assertReadersKnowWhatCounts();
      run.assertStoredIsWhatReadersHave();
    }
  }
}
