package io.awaken.core.store.thread;

import io.awaken.core.run.TerminationReason;

/** Why a thread cannot be cut at a message. */
public enum CutRefusal implements CutDecision {
  NOT_FOUND("message_not_found", "the thread has no such message, or it is superseded already"),
  /** Cutting here would leave a call without its result. */
  RESULT(
      "result_of_a_call",
      "the message is the result of a tool call; name the message with the call"),
  /** The run adds no message, and no message remains for a model to answer. */
  NOTHING_TO_ANSWER("nothing_to_answer", "no message of a user or a tool remains to be answered");

  /** The stable code for clients, in lower case with underscores. */
  private final String code;

  private final String text;

  CutRefusal(String code, String text) {
    this.code = code;
    this.text = text;
  }

  public String text() {
    return text;
  }

  /** The ending of an accepted run that cannot cut its thread when it starts. */
  public TerminationReason.Error ending() {
    return new TerminationReason.Error(code + ": " + text);
  }
}
