package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.ToolResult;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.core.store.suspension.SuspensionStore.Taken;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.runtime.RuntimeStores;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A step of three calls with gates, in every mode and with decisions in every order; {@link
 * ScriptedGates} has their notation.
 *
 * <p>Actions: {@code a+} and {@code a-} decide about the call of {@code a}, {@code a=} decides
 * again, {@code time} lets the questions expire, {@code say} sends the run a message, {@code crash}
 * replaces the node, {@code stop} cancels the run, {@code on} resumes it; {@code b(a+)} decides
 * while {@code b} executes.
 *
 * <p>Results: the executed tools, the stored calls and questions, the stored history with unread
 * messages in brackets, the ending, and the published events; {@code ..} stands for more of these.
 */
public class SuspendedCallsTest {

  private final SettableClock clock = new SettableClock();
  private RuntimeStores stores;

  /** Empty stores for one run. */
  protected RuntimeStores emptyStores() {
    return RuntimeStores.inMemory(clock);
  }

  /** The expirable questions have waited long enough. */
  protected void timePasses() {
    clock.advance(Duration.ofMinutes(2));
  }

  @ParameterizedTest(name = "{0}, {1}: {2}")
  @Rows({117, 122, 123, 124, 130, 131, 132, 133, 134, 186, 187})
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sequential              | a     |                          | -     | a=suspended b=new c=new             | a=open                  | go calls                      | waiting    | a:suspended waits
          sequential              | b     |                          | a     | a=succeeded b=suspended c=new       | b=open                  | go calls a                    | waiting    | a:succeeded b:suspended waits
          sequential              | a     | a+ on                    | a b c | a=succeeded b=succeeded c=succeeded | a=consumed              | go calls a b c done           | NaturalEnd | a:suspended waits a:resumed a:succeeded b:succeeded c:succeeded ends
          sequential              | a     | a- on                    | b c   | a=cancelled b=succeeded c=succeeded | a=consumed              | go calls a b c done           | NaturalEnd | a:suspended waits a:resumed a:cancelled b:succeeded c:succeeded ends
          sequential              | a c   | a+ on                    | a b   | a=succeeded b=succeeded c=suspended | a=consumed c=open       | go calls a b                  | waiting    | a:suspended waits a:resumed a:succeeded b:succeeded c:suspended waits
          sequential              | a c   | a+ on c- on              | a b   | a=succeeded b=succeeded c=cancelled | a=consumed c=consumed   | go calls a b c done           | NaturalEnd | a:suspended waits a:resumed a:succeeded b:succeeded c:suspended waits c:resumed c:cancelled ends
          sequential              | b     | crash b+ on              | a b c | a=succeeded b=succeeded c=succeeded | b=consumed              | go calls a b c done           | NaturalEnd | a:succeeded b:suspended waits b:resumed b:succeeded c:succeeded ends
          sequential              | a     | time on                  | b c   | a=cancelled b=succeeded c=succeeded | a=consumed              | go calls a b c done           | NaturalEnd | a:suspended waits a:resumed a:cancelled b:succeeded c:succeeded ends
          sequential              | a     | a+ a= on a=              | a b c | a=succeeded b=succeeded c=succeeded | a=consumed              | go calls a b c done           | NaturalEnd | a:suspended waits a:resumed a:succeeded b:succeeded c:succeeded ends
          sequential              | a     | stop a= on               | -     | a=cancelled b=cancelled c=cancelled | a=cancelled             | go calls                      | Cancelled  | a:suspended waits ..
          sequential              | a     | say on                   | -     | a=suspended b=new c=new             | a=open                  | go calls (said)               | waiting    | a:suspended waits
          sequential              | a     | say a+ on                | a b c | a=succeeded b=succeeded c=succeeded | a=consumed              | go calls a b c said done      | NaturalEnd | a:suspended waits a:resumed a:succeeded b:succeeded c:succeeded ends
          sequential              | a     | crash say crash a+ on    | a b c | a=succeeded b=succeeded c=succeeded | a=consumed              | go calls a b c said done      | NaturalEnd | a:suspended waits a:resumed a:succeeded b:succeeded c:succeeded ends
          sequential              | a     | say time on              | b c   | a=cancelled b=succeeded c=succeeded | a=consumed              | go calls a b c said done      | NaturalEnd | a:suspended waits a:resumed a:cancelled b:succeeded c:succeeded ends
          sequential              | a c   | say a+ on say c+ on      | a b c | a=succeeded b=succeeded c=succeeded | a=consumed c=consumed   | go calls a b c said said done | NaturalEnd | a:suspended waits a:resumed a:succeeded b:succeeded c:suspended waits c:resumed c:succeeded ends
          sequential              | b     | say stop on              | a     | a=succeeded b=cancelled c=cancelled | b=cancelled             | go calls a said done          | Cancelled  | a:succeeded b:suspended waits ends
          sequential              | c     | b(say)                   | a b   | a=succeeded b=succeeded c=suspended | c=open                  | go calls a b (said)           | waiting    | a:succeeded b:succeeded c:suspended waits
          sequential              | c     | b(say) c+ on             | a b c | a=succeeded b=succeeded c=succeeded | c=consumed              | go calls a b c said done      | NaturalEnd | a:succeeded b:succeeded c:suspended waits c:resumed c:succeeded ends
          sequential              | a b!  |                          | -     | a=cancelled b=failed c=cancelled    |                         | go calls a b c                | Blocked    | a:cancelled b:failed c:cancelled ends
          sequential              | a b>! |                          | -     | a=suspended b=new c=new             | a=open                  | go calls                      | waiting    | a:suspended waits
          sequential              | a b>! | a+ on                    | a     | a=succeeded b=failed c=cancelled    | a=consumed              | go calls a b c                | Blocked    | a:suspended waits a:resumed a:succeeded b:failed c:cancelled ends
          sequential              | a+!   | a+ on                    | -     | a=failed b=cancelled c=cancelled    | a=consumed              | go calls a b c                | Blocked    | a:suspended waits a:resumed a:failed b:cancelled c:cancelled ends
          sequential              | a+!   | a- on                    | b c   | a=cancelled b=succeeded c=succeeded | a=consumed              | go calls a b c done           | NaturalEnd | a:suspended waits a:resumed a:cancelled b:succeeded c:succeeded ends
          sequential              | a+!   | crash a+ crash on        | -     | a=failed b=cancelled c=cancelled    | a=consumed              | go calls a b c                | Blocked    | a:suspended waits a:resumed a:failed b:cancelled c:cancelled ends
          sequential              | a c+! | a+ on c+ on              | a b   | a=succeeded b=succeeded c=failed    | a=consumed c=consumed   | go calls a b c                | Blocked    | a:suspended waits a:resumed a:succeeded b:succeeded c:suspended waits c:resumed c:failed ends
          sequential              | a+!   | say a+ on on             | -     | a=failed b=cancelled c=cancelled    | a=consumed              | go calls a b c said done      | Blocked    | a:suspended waits a:resumed a:failed b:cancelled c:cancelled ends ends
          parallel_batch_approval | a c   |                          | b     | a=suspended b=succeeded c=suspended | a=open c=open           | go calls b                    | waiting    | a:suspended c:suspended b:succeeded waits
          parallel_batch_approval | a c   | a+ on                    | b     | a=suspended b=succeeded c=suspended | a=decided c=open        | go calls b                    | waiting    | a:suspended c:suspended b:succeeded waits
          parallel_batch_approval | a c   | a- c+ on                 | b c   | a=cancelled b=succeeded c=succeeded | a=consumed c=consumed   | go calls a b c done           | NaturalEnd | a:suspended c:suspended b:succeeded waits a:resumed c:resumed a:cancelled c:succeeded ends
          parallel_batch_approval | a c   | crash c+ crash a+ on     | a b c | a=succeeded b=succeeded c=succeeded | a=consumed c=consumed   | go calls a b c done           | NaturalEnd | a:suspended c:suspended b:succeeded waits ..
          parallel_batch_approval | a c   | b(a+ c-)                 | a b   | a=succeeded b=succeeded c=cancelled | a=consumed c=consumed   | go calls a b c done           | NaturalEnd | a:suspended c:suspended b:succeeded a:resumed c:resumed c:cancelled a:succeeded ends
          parallel_batch_approval | a c   | b(a+)                    | b     | a=suspended b=succeeded c=suspended | a=decided c=open        | go calls b                    | waiting    | a:suspended c:suspended b:succeeded waits
          parallel_batch_approval | a c   | time on                  | b     | a=cancelled b=succeeded c=cancelled | a=consumed c=consumed   | go calls a b c done           | NaturalEnd | a:suspended c:suspended b:succeeded waits a:resumed c:resumed a:cancelled c:cancelled ends
          parallel_batch_approval | a c   | say a+ on                | b     | a=suspended b=succeeded c=suspended | a=decided c=open        | go calls b (said)             | waiting    | a:suspended c:suspended b:succeeded waits
          parallel_batch_approval | a c   | say a+ c+ on             | a b c | a=succeeded b=succeeded c=succeeded | a=consumed c=consumed   | go calls a b c said done      | NaturalEnd | a:suspended c:suspended b:succeeded waits ..
          parallel_batch_approval | a c   | c- crash say a+ crash on | a b   | a=succeeded b=succeeded c=cancelled | a=consumed c=consumed   | go calls a b c said done      | NaturalEnd | a:suspended c:suspended b:succeeded waits a:resumed c:resumed c:cancelled a:succeeded ends
          parallel_batch_approval | a c   | b(say) on a+ c+ on       | a b c | a=succeeded b=succeeded c=succeeded | a=consumed c=consumed   | go calls a b c said done      | NaturalEnd | a:suspended c:suspended b:succeeded waits ..
          parallel_batch_approval | a c   | b(say a- c-) on          | b     | a=cancelled b=succeeded c=cancelled | a=consumed c=consumed   | go calls a b c said done      | NaturalEnd | a:suspended c:suspended b:succeeded a:resumed a:cancelled c:resumed c:cancelled ends
          parallel_batch_approval | a c   | say time on              | b     | a=cancelled b=succeeded c=cancelled | a=consumed c=consumed   | go calls a b c said done      | NaturalEnd | a:suspended c:suspended b:succeeded waits a:resumed c:resumed a:cancelled c:cancelled ends
          parallel_batch_approval | a c   | say stop on              | b     | a=cancelled b=succeeded c=cancelled | a=cancelled c=cancelled | go calls b said done          | Cancelled  | a:suspended c:suspended b:succeeded waits ends
          parallel_batch_approval | a b!  |                          | -     | a=cancelled b=failed c=cancelled    |                         | go calls a b c                | Blocked    | a:cancelled b:failed c:cancelled ends
          parallel_batch_approval | a b>! |                          | -     | a=cancelled b=failed c=cancelled    | a=cancelled             | go calls a b c                | Blocked    | a:suspended a:cancelled b:failed c:cancelled ends
          parallel_batch_approval | a+! c | a+ on                    | b     | a=suspended b=succeeded c=suspended | a=decided c=open        | go calls b                    | waiting    | a:suspended c:suspended b:succeeded waits
          parallel_batch_approval | a+! c | a+ c+ on                 | b     | a=failed b=succeeded c=cancelled    | a=consumed c=consumed   | go calls a b c                | Blocked    | a:suspended c:suspended b:succeeded waits a:resumed c:resumed a:failed c:cancelled ends
          parallel_batch_approval | a c+! | a+ c+ on                 | b     | a=cancelled b=succeeded c=failed    | a=consumed c=consumed   | go calls a b c                | Blocked    | a:suspended c:suspended b:succeeded waits a:resumed c:resumed a:cancelled c:failed ends
          parallel_batch_approval | a+! c | b(a+ c+)                 | b     | a=failed b=succeeded c=cancelled    | a=consumed c=cancelled  | go calls a b c                | Blocked    | a:suspended c:suspended b:succeeded a:resumed a:failed c:cancelled ends
          parallel_batch_approval | a+! c | crash c- a+ crash on     | b     | a=failed b=succeeded c=cancelled    | a=consumed c=consumed   | go calls a b c                | Blocked    | a:suspended c:suspended b:succeeded waits a:resumed c:resumed a:failed c:cancelled ends
          parallel_batch_approval | a+! c | say c+ a+ on on          | b     | a=failed b=succeeded c=cancelled    | a=consumed c=consumed   | go calls a b c said done      | Blocked    | a:suspended c:suspended b:succeeded waits a:resumed c:resumed a:failed c:cancelled ends ends
          parallel_streaming      | a c   |                          | b     | a=suspended b=succeeded c=suspended | a=open c=open           | go calls b                    | waiting    | a:suspended c:suspended b:succeeded waits
          parallel_streaming      | a c   | a+ on                    | a b   | a=succeeded b=succeeded c=suspended | a=consumed c=open       | go calls a b                  | waiting    | a:suspended c:suspended b:succeeded waits a:resumed a:succeeded waits
          parallel_streaming      | a c   | a- on c+ on              | b c   | a=cancelled b=succeeded c=succeeded | a=consumed c=consumed   | go calls a b c done           | NaturalEnd | a:suspended c:suspended b:succeeded waits a:resumed a:cancelled waits c:resumed c:succeeded ends
          parallel_streaming      | a c   | c+ a+ on                 | a b c | a=succeeded b=succeeded c=succeeded | a=consumed c=consumed   | go calls a b c done           | NaturalEnd | a:suspended c:suspended b:succeeded waits ..
          parallel_streaming      | a c   | b(a- c-)                 | b     | a=cancelled b=succeeded c=cancelled | a=consumed c=consumed   | go calls a b c done           | NaturalEnd | a:suspended c:suspended ..
          parallel_streaming      | a     | b(a+)                    | a b c | a=succeeded b=succeeded c=succeeded | a=consumed              | go calls a b c done           | NaturalEnd | a:suspended ..
          parallel_streaming      | a c   | crash time crash on      | b     | a=cancelled b=succeeded c=cancelled | a=consumed c=consumed   | go calls a b c done           | NaturalEnd | a:suspended c:suspended b:succeeded waits ..
          parallel_streaming      | a c   | a+ stop on               | b     | a=cancelled b=succeeded c=cancelled | a=cancelled c=cancelled | go calls b                    | Cancelled  | a:suspended c:suspended b:succeeded waits ..
          parallel_streaming      | a c   | say on                   | b     | a=suspended b=succeeded c=suspended | a=open c=open           | go calls b (said)             | waiting    | a:suspended c:suspended b:succeeded waits
          parallel_streaming      | a c   | say a+ on                | a b   | a=succeeded b=succeeded c=suspended | a=consumed c=open       | go calls a b (said)           | waiting    | a:suspended c:suspended b:succeeded waits a:resumed a:succeeded waits
          parallel_streaming      | a c   | a+ on say c+ on          | a b c | a=succeeded b=succeeded c=succeeded | a=consumed c=consumed   | go calls a b c said done      | NaturalEnd | a:suspended c:suspended b:succeeded waits a:resumed a:succeeded waits c:resumed c:succeeded ends
          parallel_streaming      | a c   | crash say crash c- a+ on | a b   | a=succeeded b=succeeded c=cancelled | a=consumed c=consumed   | go calls a b c said done      | NaturalEnd | a:suspended c:suspended b:succeeded waits a:resumed c:resumed c:cancelled a:succeeded ends
          parallel_streaming      | a c   | b(say) on a+ c+ on       | a b c | a=succeeded b=succeeded c=succeeded | a=consumed c=consumed   | go calls a b c said done      | NaturalEnd | a:suspended c:suspended b:succeeded waits ..
          parallel_streaming      | a     | b(say a-)                | b c   | a=cancelled b=succeeded c=succeeded | a=consumed              | go calls a b c said done      | NaturalEnd | a:suspended ..
          parallel_streaming      | a c   | say time on              | b     | a=cancelled b=succeeded c=cancelled | a=consumed c=consumed   | go calls a b c said done      | NaturalEnd | a:suspended c:suspended b:succeeded waits a:resumed c:resumed a:cancelled c:cancelled ends
          parallel_streaming      | a c   | say stop on              | b     | a=cancelled b=succeeded c=cancelled | a=cancelled c=cancelled | go calls b said done          | Cancelled  | a:suspended c:suspended b:succeeded waits ends
          parallel_streaming      | a b!  |                          | -     | a=cancelled b=failed c=cancelled    |                         | go calls a b c                | Blocked    | a:cancelled b:failed c:cancelled ends
          parallel_streaming      | a b>! |                          | -     | a=cancelled b=failed c=cancelled    | a=cancelled             | go calls a b c                | Blocked    | a:suspended a:cancelled b:failed c:cancelled ends
          parallel_streaming      | a+! c | a+ on                    | b     | a=failed b=succeeded c=cancelled    | a=consumed c=cancelled  | go calls a b c                | Blocked    | a:suspended c:suspended b:succeeded waits a:resumed a:failed c:cancelled ends
          parallel_streaming      | a c+! | a+ on c+ on              | a b   | a=succeeded b=succeeded c=failed    | a=consumed c=consumed   | go calls a b c                | Blocked    | a:suspended c:suspended b:succeeded waits a:resumed a:succeeded waits c:resumed c:failed ends
          parallel_streaming      | a+! c | b(a+)                    | b     | a=failed b=succeeded c=cancelled    | a=consumed c=cancelled  | go calls a b c                | Blocked    | a:suspended c:suspended ..
          parallel_streaming      | a+! c | c- a+ on                 | b     | a=failed b=succeeded c=cancelled    | a=consumed c=consumed   | go calls a b c                | Blocked    | a:suspended c:suspended b:succeeded waits a:resumed c:resumed a:failed c:cancelled ends
          parallel_streaming      | a+! c | crash a+ crash on        | b     | a=failed b=succeeded c=cancelled    | a=consumed c=cancelled  | go calls a b c                | Blocked    | a:suspended c:suspended b:succeeded waits a:resumed a:failed c:cancelled ends
          parallel_streaming      | a+! c | say a+ on on             | b     | a=failed b=succeeded c=cancelled    | a=consumed c=cancelled  | go calls a b c said done      | Blocked    | a:suspended c:suspended b:succeeded waits a:resumed a:failed c:cancelled ends ends
          """)
  protected void eachDecisionTakesEffectOnceInAnyOrder(
      String mode,
      String gates,
      String done,
      String called,
      String calls,
      String questions,
      String history,
      String status,
      String published) {
    var run = run(mode, gates);
    play(run, done == null ? "" : done);

    assertThat(run.calls()).isEqualTo(calls);
    assertThat(run.questions()).isEqualTo(questions == null ? "" : questions);
    assertThat(run.history()).isEqualTo(history);
    assertThat(run.status()).isEqualTo(status);
    assertThat(stores.mailbox().claims().due(1)).as("jobs that are left").isEmpty();
    assertThat(run.called).containsExactlyInAnyOrderElementsOf(AskedRun.names(called));
    String known = published.replace(" ..", "");
    assertThat(run.published()).startsWith(known);
    assertThat(published.endsWith("..") || run.published().equals(known))
        .as(run.published())
        .isTrue();
  }

  private AskedRun run(String mode, String gates) {
    stores = emptyStores();
    return new AskedRun(
        stores,
        ToolExecutionMode.valueOf(mode.toUpperCase(Locale.ROOT)),
        ScriptedGates.of(gates)
            .plugins(ticket -> ticket.expiring(new Expiry(60_000, DecisionAction.CANCEL))));
  }

  private void play(AskedRun run, String done) {
    String rest = done;
    if (rest.startsWith("b(")) {
      List<String> within = List.of(rest.substring(2, rest.indexOf(')')).split(" "));
      run.when(
          "b",
          (arguments, context) -> {
            within.forEach(each -> act(run, each));
            return ToolResult.success("b", arguments);
          });
      rest = rest.substring(rest.indexOf(')') + 1).strip();
    }
    run.start();
    for (String each : rest.isBlank() ? List.<String>of() : List.of(rest.split(" "))) {
      act(run, each);
    }
  }

  private void act(AskedRun run, String what) {
    String tool = what.substring(0, 1);
    switch (what) {
      case "on" -> run.goOn();
      case "crash" -> run.restart();
      case "stop" -> run.cancel();
      case "say" -> run.steer("said");
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
