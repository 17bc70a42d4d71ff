package io.awaken.http.api.run;

import io.awaken.core.run.RunId;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.http.openapi.Required;

/** The result of a cancellation. */
record CancelView(@Required String status, @Required RunId runId) {

  static CancelView of(CancelResult result, RunId runId) {
    return switch (result) {
      case REQUESTED -> new CancelView("cancel_requested", runId);
      case ENDED -> new CancelView("cancelled", runId);
      case ALREADY_DONE -> new CancelView("already_done", runId);
      case NOT_FOUND -> throw new IllegalArgumentException("already refused");
    };
  }
}
