package io.awaken.store.jpa.rows;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonView;
import io.awaken.core.message.Message;
import io.awaken.core.run.ClientInput;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.ParentCall;
import io.awaken.core.run.RunId;
import io.awaken.core.spec.InferenceOverride;
import java.util.List;

/**
 * Where each part of a {@link io.awaken.core.run.RunSpec} is stored as JSON. A part that is not
 * named here is in the run's row, the inbox and records.
 */
abstract class SpecParts {

  /** What a record has. */
  static class InRecord {}

  /** What a run's row has in one column. */
  static class InRun extends InRecord {}

  /** What the inbox has, where nothing has a column of its own. */
  static class InInbox extends InRun {}

  /** What only the job's row has, in columns. */
  static class InJob {}

  @JsonView(InInbox.class)
  abstract String agentId();

  @JsonView(InInbox.class)
  abstract RunId parentRunId();

  @JsonView(InInbox.class)
  abstract List<Message> messages();

  @JsonView(InRun.class)
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  abstract List<ClientTool> clientTools();

  @JsonView(InRun.class)
  @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Unset.class)
  abstract ClientInput clientInput();

  @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Unset.class)
  abstract InferenceOverride overrides();

  @JsonView(InJob.class)
  abstract String supersedes();

  @JsonView(InJob.class)
  abstract Delivery delivery();

  @JsonView(InRun.class)
  abstract ParentCall parent();

  /** Equals values that need not be stored, as Jackson asks of a filter. */
  static final class Unset {
    @Override
    public boolean equals(Object value) {
      return value == null
          || value.equals(ClientInput.NONE)
          || value.equals(InferenceOverride.NONE);
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }
}
