package io.awaken.core.loop.activation;

import io.awaken.core.store.run.CallState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls of the current step without a result. Confined to the run's thread. */
public final class OpenCalls {

  private final Map<String, CallState> byId = new LinkedHashMap<>();

  /** In the model's order. */
  public List<CallState> list() {
    return List.copyOf(byId.values());
  }

  /** Stores the new state of a call; removes a call with a result. */
  public void update(CallState call) {
    if (call.status().terminal()) {
      byId.remove(call.callId());
    } else {
      byId.put(call.callId(), call);
    }
  }
}
