package io.awaken.http.submit;

import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.mailbox.control.DecisionResult;
import io.awaken.core.mailbox.control.RunDecider;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.http.security.Refusal;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Accepts decisions about suspended calls. A decision that returns is stored; the run's events
 * report the result. Repeating a decision returns the stored one. Thread-safe.
 */
@Dependent
public class RunDecisions {

  private final RunDecider decider;

  @Inject
  public RunDecisions(RunDecider decider) {
    this.decider = decider;
  }

  /**
   * Decides a call of a run, or shows its question.
   *
   * @param shown creates the details of a refusal from the current question
   * @return the question with its stored decision; as it is if the request decides nothing
   * @throws io.awaken.http.security.RefusedException 400, 403, 404 or 409
   */
  public SuspensionRecord decide(
      RunId run, DecisionRequest request, Function<SuspensionRecord, Record> shown) {
    return taken(() -> decider.decide(run, request), shown);
  }

  /** Decides a call of a thread's open run, or of its latest. */
  public SuspensionRecord decide(
      ThreadId thread, DecisionRequest request, Function<SuspensionRecord, Record> shown) {
    return taken(() -> decider.decide(thread, request), shown);
  }

  private static SuspensionRecord taken(
      Supplier<DecisionResult> decision, Function<SuspensionRecord, Record> shown) {
    return switch (Refusals.named(FieldNames.NATIVE, decision)) {
      case DecisionResult.Submitted submitted -> submitted.question();
      case DecisionResult.Shown seen -> seen.question();
      case DecisionResult.NotFound none ->
          throw Refusal.notFound(none.kind(), none.id()).exception();
      case DecisionResult.NotAllowed caller ->
          throw Refusal.forbidden("not_an_approver", "this decision requires " + caller.missing())
              .exception();
      case DecisionResult.Unfit unfit ->
          throw Refusal.invalid(unfit.field(), unfit.reason()).exception();
      case DecisionResult.Refused refused ->
          throw refusal(refused.why()).with(shown.apply(refused.question())).exception();
    };
  }

  private static Refusal refusal(DecisionResult.Why why) {
    return switch (why) {
      case CLOSED ->
          Refusal.conflict("suspension_closed", "the question is closed to this decision");
      case EXPIRED -> Refusal.conflict("suspension_expired", "the question has expired");
      case OTHER_QUESTION ->
          Refusal.conflict("other_suspension", "the call has no question of this suspension_id")
              .about("suspension_id");
      case OTHER_ARGUMENTS ->
          Refusal.conflict("other_arguments", "the question is about other arguments")
              .about("arguments_hash");
    };
  }
}
