package io.awaken.protocol.a2a;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Caller;
import io.awaken.http.stream.Exchange;
import io.awaken.protocol.a2a.task.Frames;

/**
 * One request in either binding.
 *
 * @param params as the operation's message in ProtoJSON
 * @param frames of the binding
 */
record A2aRequest(ObjectNode params, Frames frames, Caller caller, Exchange exchange) {

  /** The agent that the request is for; null for the default one. */
  String tenant() {
    return Fields.text(params, "tenant");
  }
}
