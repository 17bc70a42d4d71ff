package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.StreamResult;

/** Assembles the events of one answer and passes each piece to the listener. For one thread. */
public interface AnswerReader {

  /**
   * Takes the next event.
   *
   * @return true when it was the last one: nothing more is read
   * @throws InferenceException when it is an error of the provider
   */
  boolean accept(JsonNode event) throws InferenceException;

  /** The end mark of the stream came ({@link StreamFormat#endMark}). */
  default void end() {}

  /** Whether the answer is whole, so that a stream that breaks off now does no harm. */
  boolean finished();

  /**
   * The whole answer; called once, after {@link #finished}.
   *
   * @throws InferenceException when the answer cannot be used
   */
  StreamResult result() throws InferenceException;

  /**
   * What there is of an answer that broke off: its texts, reasoning, and the calls that are whole;
   * signature and encrypted form only of reasoning that is whole, too. Called once, in the place of
   * {@link #result} or after it failed; never fails.
   */
  StreamResult soFar();
}
