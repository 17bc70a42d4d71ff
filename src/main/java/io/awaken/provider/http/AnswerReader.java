package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.StreamResult;

/** Assembles the events of one answer and passes each piece to the listener. For one thread. */
public interface AnswerReader {

  /**
   * Takes the next event.
   *
   * @return true when it was the last one
   * @throws InferenceException when it reports an error
   */
  boolean accept(JsonNode event) throws InferenceException;

  /** Called at the end mark of the stream ({@link StreamFormat#endsWithMark}). */
  default void end() {}

  /** Whether the answer is complete, so that the stream may break off. */
  boolean finished();

  /**
   * The whole answer; called once, after {@link #finished}.
   *
   * @throws InferenceException when the answer cannot be used
   */
  StreamResult result() throws InferenceException;

  /**
   * The received part of an answer that broke off: text, reasoning and complete calls; signature
   * and encrypted form only of complete reasoning. Called once, instead of {@link #result} or after
   * it failed; never fails.
   */
  StreamResult soFar();
}
