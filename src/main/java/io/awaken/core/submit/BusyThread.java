package io.awaken.core.submit;

import io.awaken.core.run.RunId;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.SuspensionStatus;
import java.util.List;

/**
 * Why a thread accepts no other run now.
 *
 * @param runId its open run
 * @param suspensionIds the open questions of that run
 */
public record BusyThread(RunId runId, List<String> suspensionIds) {

  /**
   * @param questions all questions of the run, open or not
   */
  public static BusyThread of(RunId runId, List<SuspensionRecord> questions) {
    return new BusyThread(
        runId,
        questions.stream()
            .filter(each -> each.status() == SuspensionStatus.OPEN && each.ofPeople())
            .map(each -> each.ticket().suspension().id())
            .toList());
  }
}
