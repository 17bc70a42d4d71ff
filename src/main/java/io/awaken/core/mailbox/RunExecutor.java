package io.awaken.core.mailbox;

import io.awaken.core.run.Claim;
import io.awaken.core.run.RunSignals;
import io.awaken.core.store.job.LeaseStore;

/**
 * Executes a claimed run on the calling thread until it ends, is handed over or is lost. An
 * exception returns the run to the queue; see {@link LeaseStore#nack}.
 */
@FunctionalInterface
public interface RunExecutor {
  void execute(Claim claim, RunSignals signals);
}
