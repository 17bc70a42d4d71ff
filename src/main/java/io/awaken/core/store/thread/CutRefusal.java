package io.awaken.core.store.thread;

import io.awaken.core.run.TerminationReason;

/** Why a thread cannot be cut at a message. */
public enum CutRefusal implements CutDecision {
  /** The thread has no such message, or it is superseded already. */
  NOT_FOUND("message_not_found", "the thread has no such message, or it is superseded already"),
  /** The message is the result of a call: without it the call would have none. */
  RESULT("result_of_a_call", "the message is the result of a tool call; name the one that calls"),
  /** The run brings no message, and none remains that a model could answer. */
  NOTHING_TO_ANSWER(
      "nothing_to_answer",
      "no message of a user or a tool remains at the end that can be answered");

  private final String code;
  private final String text;

  CutRefusal(String code, String text) {
    this.code = code;
    this.text = text;
  }

  /** For clients: stable, in lower case with underscores. */
  public String code() {
    return code;
  }

  /** For people. */
  public String text() {
    return text;
  }

  /** How a run ends that was accepted and cannot cut its thread when its turn comes. */
  public TerminationReason.Error ending() {
    return new TerminationReason.Error(code + ": " + text);
  }
}
