package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.commit.SuspensionStore.Taken;
import io.awaken.core.message.ToolResult;
import io.awaken.core.runtime.RuntimeStores;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A step of three calls, of which a gate asks about some, in every mode and with decisions in every
 * order. What is done: {@code a+} and {@code a-} decide about the call of {@code a}, {@code a=}
 * decides once more, {@code time} lets the questions expire, {@code crash} puts another node in
 * place, {@code stop} cancels the run, {@code on} lets it go on; {@code b(a+)} decides while {@code
 * b} is at work.
 */
public class SuspendedCallsTest {

  private final SettableClock clock = new SettableClock();

  /** Empty stores for one run. */
  protected RuntimeStores emptyStores() {
    return RuntimeStores.inMemory(clock);
  }

  /** The questions that may expire have waited long enough. */
  protected void timePasses() {
    clock.advance(Duration.ofMinutes(2));
  }

  @ParameterizedTest(name = "{0} asks {1}: {2}")
  @Rows({117, 122, 123, 124, 130, 131, 132, 133, 134, 186, 187})
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sequential                | a   |                      | -     | a=suspended b=new c=new             | a=open               | waiting | a:suspended waits
          sequential                | b   |                      | a     | a=succeeded b=suspended c=new       | b=open               | waiting | a:succeeded b:suspended waits
          sequential                | a   | a+ on                | a b c | a=succeeded b=succeeded c=succeeded | a=consumed           | done    | a:suspended waits a:resumed a:succeeded b:succeeded c:succeeded ends
          sequential                | a   | a- on                | b c   | a=cancelled b=succeeded c=succeeded | a=consumed           | done    | a:suspended waits a:resumed a:cancelled b:succeeded c:succeeded ends
          sequential                | a c | a+ on                | a b   | a=succeeded b=succeeded c=suspended | a=consumed c=open    | waiting | a:suspended waits a:resumed a:succeeded b:succeeded c:suspended waits
          sequential                | a c | a+ on c- on          | a b   | a=succeeded b=succeeded c=cancelled | a=consumed c=consumed| done    | a:suspended waits a:resumed a:succeeded b:succeeded c:suspended waits c:resumed c:cancelled ends
          sequential                | b   | crash b+ on          | a b c | a=succeeded b=succeeded c=succeeded | b=consumed           | done    | a:succeeded b:suspended waits b:resumed b:succeeded c:succeeded ends
          sequential                | a   | time on              | b c   | a=cancelled b=succeeded c=succeeded | a=consumed           | done    | a:suspended waits a:resumed a:cancelled b:succeeded c:succeeded ends
          sequential                | a   | a+ a= on a=          | a b c | a=succeeded b=succeeded c=succeeded | a=consumed           | done    | a:suspended waits a:resumed a:succeeded b:succeeded c:succeeded ends
          sequential                | a   | stop a= on           | -     | a=cancelled b=cancelled c=cancelled | a=cancelled          | done    | a:suspended waits ..
          parallel_batch_approval   | a c |                      | b     | a=suspended b=succeeded c=suspended | a=open c=open        | waiting | a:suspended c:suspended b:succeeded waits
          parallel_batch_approval   | a c | a+ on                | b     | a=suspended b=succeeded c=suspended | a=decided c=open     | waiting | a:suspended c:suspended b:succeeded waits
          parallel_batch_approval   | a c | a- c+ on             | b c   | a=cancelled b=succeeded c=succeeded | a=consumed c=consumed| done    | a:suspended c:suspended b:succeeded waits a:resumed c:resumed a:cancelled c:succeeded ends
          parallel_batch_approval   | a c | crash c+ crash a+ on | b a c | a=succeeded b=succeeded c=succeeded | a=consumed c=consumed| done    | a:suspended c:suspended b:succeeded waits ..
          parallel_batch_approval   | a c | b(a+ c-)             | b a   | a=succeeded b=succeeded c=cancelled | a=consumed c=consumed| done    | a:suspended c:suspended b:succeeded a:resumed c:resumed c:cancelled a:succeeded ends
          parallel_batch_approval   | a c | b(a+)                | b     | a=suspended b=succeeded c=suspended | a=decided c=open     | waiting | a:suspended c:suspended b:succeeded waits
          parallel_batch_approval   | a c | time on              | b     | a=cancelled b=succeeded c=cancelled | a=consumed c=consumed| done    | a:suspended c:suspended b:succeeded waits a:resumed c:resumed a:cancelled c:cancelled ends
          parallel_streaming        | a c |                      | b     | a=suspended b=succeeded c=suspended | a=open c=open        | waiting | a:suspended c:suspended b:succeeded waits
          parallel_streaming        | a c | a+ on                | b a   | a=succeeded b=succeeded c=suspended | a=consumed c=open    | waiting | a:suspended c:suspended b:succeeded waits a:resumed a:succeeded waits
          parallel_streaming        | a c | a- on c+ on          | b c   | a=cancelled b=succeeded c=succeeded | a=consumed c=consumed| done    | a:suspended c:suspended b:succeeded waits a:resumed a:cancelled waits c:resumed c:succeeded ends
          parallel_streaming        | a c | c+ a+ on             | b a c | a=succeeded b=succeeded c=succeeded | a=consumed c=consumed| done    | a:suspended c:suspended b:succeeded waits ..
          parallel_streaming        | a c | b(a- c-)             | b     | a=cancelled b=succeeded c=cancelled | a=consumed c=consumed| done    | a:suspended c:suspended ..
          parallel_streaming        | a   | b(a+)                | b a c | a=succeeded b=succeeded c=succeeded | a=consumed           | done    | a:suspended ..
          parallel_streaming        | a c | crash time crash on  | b     | a=cancelled b=succeeded c=cancelled | a=consumed c=consumed| done    | a:suspended c:suspended b:succeeded waits ..
          parallel_streaming        | a c | a+ stop on           | b     | a=cancelled b=succeeded c=cancelled | a=cancelled c=cancelled| done  | a:suspended c:suspended b:succeeded waits ..
          """)
  protected void aDecisionDoesWhatItSaysOnceInWhateverOrder(
      String mode,
      String asked,
      String done,
      String called,
      String calls,
      String questions,
      String status,
      String told) {
    RuntimeStores stores = emptyStores();
    var run =
        new AskedRun(
            stores,
            ToolExecutionMode.valueOf(mode.toUpperCase(Locale.ROOT)),
            AskedRun.names(asked),
            ticket -> ticket.expiring(new Expiry(60_000, DecisionAction.CANCEL)));
    String rest = done == null ? "" : done;
    if (rest.startsWith("b(")) {
      List<String> within = List.of(rest.substring(2, rest.indexOf(')')).split(" "));
      run.when(
          "b",
          (arguments, context) -> {
            within.forEach(each -> act(run, stores, each));
            return ToolResult.success("b", arguments);
          });
      rest = rest.substring(rest.indexOf(')') + 1).strip();
    }
    run.start();
    for (String each : rest.isBlank() ? List.<String>of() : List.of(rest.split(" "))) {
      act(run, stores, each);
    }

    assertThat(run.calls()).isEqualTo(calls);
    assertThat(run.questions()).isEqualTo(questions);
    assertThat(run.record().status().wire()).isEqualTo(status);
    assertThat(run.called).containsExactlyInAnyOrderElementsOf(AskedRun.names(called));
    String known = told.replace(" ..", "");
    assertThat(run.told()).startsWith(known);
    assertThat(told.endsWith("..") || run.told().equals(known)).as(run.told()).isTrue();
  }

  private void act(AskedRun run, RuntimeStores stores, String what) {
    String tool = what.substring(0, 1);
    switch (what) {
      case "on" -> run.goOn();
      case "crash" -> run.restart();
      case "stop" -> run.cancel();
      case "time" -> {
        timePasses();
        stores.suspensions().expire(10);
      }
      default -> {
        Taken taken =
            run.decide(tool, what.endsWith("-") ? DecisionAction.CANCEL : DecisionAction.RESUME);
        assertThat(taken == Taken.CLOSED).as(what).isEqualTo(what.endsWith("="));
      }
    }
  }
}
