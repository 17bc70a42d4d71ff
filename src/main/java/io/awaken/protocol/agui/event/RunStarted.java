package io.awaken.protocol.agui.event;

import io.awaken.core.run.RunId;
import java.io.IOException;

/** The first event of a run: its ids, and the server's capabilities. Stateless. */
final class RunStarted {

  private RunStarted() {}

  /**
   * @param run the run of the server; null for none
   */
  static void write(RunNames names, RunId run, EventWriter events) throws IOException {
    events.event(
        "RUN_STARTED",
        json -> {
          json.writeStringField("threadId", names.threadId());
          json.writeStringField("runId", names.runId());
          if (names.parentRunId() != null) {
            json.writeStringField("parentRunId", names.parentRunId());
          }
          if (names.dialect().current()) {
            json.writeStringField("protocolVersion", Dialect.VERSION);
          }
          if (run != null) {
            json.writeObjectFieldStart("metadata");
            json.writeStringField("awakenRunId", run.value());
            json.writeEndObject();
          }
        });
  }
}
