package io.awaken.http.submit;

import io.awaken.core.run.RunId;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.SuspensionStatus;
import java.util.List;

/**
 * Why a thread takes no other run now.
 *
 * @param runId the run that keeps it
 * @param suspensionIds what that run waits for, if it waits
 */
public record BusyThread(RunId runId, List<String> suspensionIds) {

  /**
   * @param questions all that the run has asked; the open ones count
   */
  public static BusyThread of(RunId runId, List<SuspensionRecord> questions) {
    return new BusyThread(
        runId,
        questions.stream()
            .filter(each -> each.status() == SuspensionStatus.OPEN)
            .map(each -> each.ticket().suspension().id())
            .toList());
  }
}
