package io.awaken.provider.langchain4j;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The events of a model, from any thread, queued in order for one reader. An answer above the size
 * limit is aborted. After closing, the next piece cancels the model's stream, since the handle for
 * cancellation arrives only with a piece.
 */
final class ModelEvents implements StreamingChatResponseHandler {

  /** What happened. */
  sealed interface Event {
    /** More of the answer. */
    record Text(String piece) implements Event {}

    /** More of what the model thinks. */
    record Thought(String piece) implements Event {}

    /** More of a call. */
    record CallPart(PartialToolCall part) implements Event {}

    /** A whole call. */
    record WholeCall(CompleteToolCall call) implements Event {}

    /** The model is active, or the reader must check for cancellation. */
    enum Sign implements Event {
      ALIVE
    }

    /** The whole answer: nothing follows. */
    record Done(ChatResponse response) implements Event {}

    /** The model failed: nothing follows. */
    record Failed(Throwable cause) implements Event {}

    /** No event arrived in time. */
    enum Silence implements Event {
      TOO_LONG
    }
  }

  /**
   * Maximum characters of an answer; far above any real one, so that a broken model cannot exhaust
   * memory.
   */
  static final long MAX_CHARACTERS = 64L << 20;

  private final LinkedBlockingQueue<Event> queue = new LinkedBlockingQueue<>();
  private final AtomicLong characters = new AtomicLong();
  private volatile StreamingHandle handle;
  private volatile boolean ended;
  private volatile boolean closed;

  /** The next event; {@link Event.Silence} after this time. */
  Event next(Duration idle) throws InterruptedException {
    Event event = queue.poll(idle.toNanos(), TimeUnit.NANOSECONDS);
    return event == null ? Event.Silence.TOO_LONG : event;
  }

  /** Wakes the reader. */
  void wake() {
    queue.add(Event.Sign.ALIVE);
  }

  /**
   * The reader stops reading.
   *
   * @return whether the model is still working
   */
  boolean close() {
    closed = true;
    queue.clear();
    if (!ended) {
      stop();
    }
    return !ended;
  }

  @Override
  public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
    handle = context.streamingHandle();
    onPartialResponse(piece.text());
  }

  @Override
  public void onPartialResponse(String piece) {
    add(new Event.Text(piece), piece.length());
  }

  @Override
  public void onPartialThinking(PartialThinking piece, PartialThinkingContext context) {
    handle = context.streamingHandle();
    onPartialThinking(piece);
  }

  @Override
  public void onPartialThinking(PartialThinking piece) {
    add(new Event.Thought(piece.text()), piece.text().length());
  }

  @Override
  public void onPartialToolCall(PartialToolCall part, PartialToolCallContext context) {
    handle = context.streamingHandle();
    onPartialToolCall(part);
  }

  @Override
  public void onPartialToolCall(PartialToolCall part) {
    add(new Event.CallPart(part), part.partialArguments().length());
  }

  @Override
  public void onCompleteToolCall(CompleteToolCall call) {
    add(new Event.WholeCall(call), 0);
  }

  @Override
  public void onUnmappedRawEvent(Object event) {
    add(Event.Sign.ALIVE, 0);
  }

  @Override
  public void onCompleteResponse(ChatResponse response) {
    ended = true;
    add(new Event.Done(response), 0);
  }

  @Override
  public void onError(Throwable error) {
    ended = true;
    add(new Event.Failed(error), 0);
  }

  private void add(Event event, int length) {
    if (closed) {
      stop();
      return;
    }
    if (characters.addAndGet(length) > MAX_CHARACTERS) {
      queue.add(new Event.Failed(new AnswerTooLong()));
      stop();
      return;
    }
    queue.add(event);
  }

  private void stop() {
    StreamingHandle known = handle;
    if (known == null || known.isCancelled()) {
      return;
    }
    try {
      known.cancel();
    } catch (RuntimeException e) {
      // A model without cancellation continues without a reader.
      handle = null;
    }
  }

  /** The answer exceeds {@link #MAX_CHARACTERS}. */
  static final class AnswerTooLong extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AnswerTooLong() {
      super("an answer of more than " + MAX_CHARACTERS + " characters", null, false, false);
    }
  }
}
