package io.awaken.core.run;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;

/**
 * Why a run ended (features row 129), on the wire {@code {"type": .., "value": ..}}; {@code value}
 * is omitted where there is none.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(TerminationReason.NaturalEnd.class),
  @JsonSubTypes.Type(TerminationReason.BehaviorRequested.class),
  @JsonSubTypes.Type(TerminationReason.Stopped.class),
  @JsonSubTypes.Type(TerminationReason.Cancelled.class),
  @JsonSubTypes.Type(TerminationReason.Blocked.class),
  @JsonSubTypes.Type(TerminationReason.Suspended.class),
  @JsonSubTypes.Type(TerminationReason.Error.class)
})
public sealed interface TerminationReason {

  /** Its name in JSON. */
  default String kind() {
    return switch (this) {
      case NaturalEnd end -> "natural_end";
      case BehaviorRequested requested -> "behavior_requested";
      case Stopped stopped -> "stopped";
      case Cancelled cancelled -> "cancelled";
      case Blocked blocked -> "blocked";
      case Suspended suspended -> "suspended";
      case Error error -> "error";
    };
  }

  /** The model answered without calling a tool. */
  @JsonTypeName("natural_end")
  record NaturalEnd() implements TerminationReason {}

  /** A hook skipped the model call. */
  @JsonTypeName("behavior_requested")
  record BehaviorRequested() implements TerminationReason {}

  /** A limit was reached. */
  @JsonTypeName("stopped")
  record Stopped(Stop value) implements TerminationReason {
    public static Stopped of(String code, String detail) {
      return new Stopped(new Stop(code, detail));
    }
  }

  /** A caller cancelled the run. */
  @JsonTypeName("cancelled")
  record Cancelled() implements TerminationReason {}

  /** A gate blocked a call. */
  @JsonTypeName("blocked")
  record Blocked(String value) implements TerminationReason {}

  /** The run waits for a decision; it is not done. */
  @JsonTypeName("suspended")
  record Suspended() implements TerminationReason {}

  /** The run failed; the value is safe to show to clients. */
  @JsonTypeName("error")
  record Error(String value) implements TerminationReason {}

  /**
   * The limit.
   *
   * @param code machine readable, for example {@code max_rounds}
   * @param detail human readable, may be null
   */
  record Stop(String code, String detail) {}
}
