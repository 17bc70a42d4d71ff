package io.awaken.http.submit;

import io.awaken.core.mailbox.control.RunCanceller;
import io.awaken.core.mailbox.control.RunInterrupter;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.job.MailboxStore.Interrupted;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.http.security.Refusal;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.stream.Stream;

/** Cancels runs and interrupts threads; repeating it has no effect. Thread-safe. */
@Dependent
public class RunStops {

  private final RunCanceller canceller;
  private final RunInterrupter interrupter;

  @Inject
  public RunStops(RunCanceller canceller, RunInterrupter interrupter) {
    this.canceller = canceller;
    this.interrupter = interrupter;
  }

  /**
   * Requests cancellation of a run. The stores check the caller; there is no earlier lookup, which
   * might have to wait.
   *
   * @return anything but {@code NOT_FOUND}
   * @throws io.awaken.http.security.RefusedException 404 when the caller can see no such run
   */
  public CancelResult cancel(RunId run, Caller caller) {
    CancelResult result = Refusals.named(FieldNames.NATIVE, () -> canceller.cancel(run, caller));
    if (result == CancelResult.NOT_FOUND) {
      throw Refusal.notFound("run", run.value()).exception();
    }
    return result;
  }

  /**
   * Cancels the open run of a thread, or else its latest one.
   *
   * @return empty when there was nothing to cancel
   */
  public Optional<RunId> cancel(ThreadRecord thread, Caller caller) {
    return Stream.of(thread.openRunId(), thread.latestRunId())
        .filter(run -> run != null && reaches(run, caller))
        .findFirst();
  }

  private boolean reaches(RunId run, Caller caller) {
    return switch (Refusals.named(FieldNames.NATIVE, () -> canceller.cancel(run, caller))) {
      case REQUESTED, ENDED -> true;
      case ALREADY_DONE, NOT_FOUND -> false;
    };
  }

  /**
   * Cancels the waiting and queued runs of a thread and asks the running one to stop.
   *
   * @throws io.awaken.http.security.RefusedException 404 when the caller can see no such thread
   */
  public Interrupted interrupt(ThreadId thread, Caller caller) {
    return Refusals.named(FieldNames.NATIVE, () -> interrupter.interrupt(thread, caller))
        .orElseThrow(() -> Refusal.notFound("thread", thread.value()).exception());
  }
}
