package io.awaken.http.api;

import io.awaken.core.commit.SuspensionRecord;
import io.awaken.core.mailbox.ThreadBusy;
import io.awaken.core.run.RunId;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.http.security.Refusal;
import java.util.List;

/**
 * Why a thread takes no other run now.
 *
 * @param runId the run that keeps it
 * @param suspensionIds what that run waits for, if it waits
 */
record BusyThread(RunId runId, List<String> suspensionIds) {

  /**
   * @param questions of the run that keeps it
   */
  static Refusal refusal(ThreadBusy busy, List<SuspensionRecord> questions) {
    Refusal refusal = Refusal.conflict("thread_busy", busy.getMessage());
    return busy.openRun() == null ? refusal : refusal.with(of(busy.openRun(), questions));
  }

  static BusyThread of(RunId runId, List<SuspensionRecord> questions) {
    return new BusyThread(
        runId,
        questions.stream()
            .filter(each -> each.status() == SuspensionStatus.OPEN)
            .map(each -> each.ticket().suspension().id())
            .toList());
  }
}
