package io.awaken.core.observe;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Claim;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.ThreadId;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.function.Predicate;

/**
 * Observes what a node does with its runs, for metrics and traces; each method does nothing by
 * default. Called on the thread that does the work: implementations are thread-safe and neither
 * block nor throw. Arguments are primitives or objects that exist anyway, so a node without an
 * observer allocates nothing for it.
 *
 * <p>A parameter {@code since} is the {@link #now} of this observer before the work began.
 */
public interface RunObserver {

  /** Observes nothing. */
  RunObserver NONE = new RunObserver() {};

  /** An operation on the queue. */
  enum Operation {
    /** Reads due jobs. */
    DUE("found", "none"),
    CLAIM("claimed", "lost"),
    /** Extends the leases of live runs. */
    RENEW("renewed", "lost"),
    /** Returns a run to the queue. */
    RELEASE("released", "lost"),
    /** Returns a failed run to the queue, or makes it a dead letter. */
    NACK,
    /** Takes runs from owners whose leases have expired. */
    RECLAIM("reclaimed", "none"),
    REDRIVE,
    INTERRUPT("interrupted", "not_found"),
    /** Ends runs that did not stop in time. */
    TAKE_OVER("ended", "none");

    private final String done;
    private final String missed;

    /** With outcomes of its own. */
    Operation() {
      this(null, null);
    }

    Operation(String done, String missed) {
      this.done = done;
      this.missed = missed;
    }

    /** The name of the usual outcomes. */
    public String outcome(boolean isDone) {
      return isDone ? done : missed;
    }
  }

  /** The kind of a write of a running run. */
  enum Write {
    COMMIT,
    /** The run waits for a decision. */
    PARK,
    /** The run ends. */
    FINISH
  }

  /** The next model after a failed call. */
  enum Next {
    /** The same model. */
    SAME_MODEL,
    /** Another model, of the pool or the fallbacks. */
    OTHER_MODEL,
    /** All models again, after a wait that blocks no thread. */
    LATER
  }

  /** The recovery of an interrupted answer that was partly published. */
  enum Recovery {
    /** The model continues its text. */
    CONTINUED,
    /** The complete calls are executed. */
    CALLS_MADE,
    /** The interrupted call is void, and the model continues its text. */
    CALL_CUT,
    /** The model is called again from the start. */
    RESTARTED,
    /** None: the run ends. */
    FAILED
  }

  /** How a stream ends. */
  enum StreamEnd {
    /** The stream was complete. */
    COMPLETE,
    /** The reader was asked to reconnect: age, drain, or a failure of ours. */
    RECONNECT,
    /** The reader was too slow. */
    SLOW,
    /** The reader disconnected. */
    LEFT,
    /** Writing failed for another reason. */
    FAILED
  }

  /**
   * This observer and another, which measures with the same clock. Each fact then costs a
   * reflective call.
   */
  default RunObserver and(RunObserver other) {
    InvocationHandler both =
        (self, method, arguments) -> {
          boolean fact = method.getReturnType() == void.class;
          if (!fact && method.getDeclaringClass() == RunObserver.class && arguments != null) {
            return InvocationHandler.invokeDefault(self, method, arguments);
          }
          Object first = method.invoke(this, arguments);
          return fact || Long.valueOf(0).equals(first) ? method.invoke(other, arguments) : first;
        };
    Class<?>[] type = {RunObserver.class};
    return (RunObserver) Proxy.newProxyInstance(RunObserver.class.getClassLoader(), type, both);
  }

  /** A monotonic time in nanoseconds, for {@code since}; 0 when this observer measures none. */
  default long now() {
    return 0;
  }

  /**
   * A run was submitted.
   *
   * @param outcome {@code claimed}, {@code queued}, {@code steered}, {@code repeated} or the code
   *     of a refusal; null when the store failed
   */
  default void submitted(
      RunId run, ThreadId thread, String agentId, Caller caller, String outcome, long since) {}

  /**
   * An operation on the queue was tried.
   *
   * @param outcome short and in lower case; null when the store failed
   */
  default void queue(Operation operation, String outcome, long since) {}

  /** An operation of a store. */
  @FunctionalInterface
  interface Work<S, A, B, T> {
    T on(S store, A first, B second);
  }

  /**
   * Performs an operation on the queue, and observes it. Allocates nothing if the lambdas capture
   * nothing.
   *
   * @param done whether a result is the first of the operation's outcomes
   */
  default <S, A, B, T> T queue(
      Operation operation, S store, A first, B second, Work<S, A, B, T> work, Predicate<T> done) {
    long since = now();
    T result = null;
    try {
      result = work.on(store, first, second);
      return result;
    } finally {
      queue(operation, result == null ? null : operation.outcome(done.test(result)), since);
    }
  }

  /** A claimed run starts or resumes on this node, with the time that it waited. */
  default void started(Claim claim) {}

  /**
   * A run left this node: it ended, waits, was handed over or was lost.
   *
   * @param stop why it was stopped; null when it was not
   */
  default void left(Claim claim, CancellationToken.Reason stop) {}

  /**
   * An event of a run is about to be published; not the deltas of its texts. It tells of steps,
   * answers with their usage, settled calls, errors and the end; what is not {@linkplain
   * AgentEvent#live live} is committed.
   *
   * @param since when this node opened the run's events
   */
  default void published(RunIdentity run, AgentEvent event, long since) {}

  /** A model is called for the run's next answer; retries and fallbacks are part of the call. */
  default void modelStarted(RunIdentity run, String modelId) {}

  /** The model's first piece has arrived. */
  default void modelFirstPiece(RunIdentity run, String modelId, long since) {}

  /**
   * The call of {@link #modelStarted} has ended.
   *
   * @param modelId the model called last
   * @param usage its tokens; null when unknown
   * @param failure the kind of failure, for example {@code rate_limited}; {@code stopped} when the
   *     run was stopped or exceeded a limit; null for an answer
   */
  default void modelEnded(
      RunIdentity run, String modelId, TokenUsage usage, String failure, long since) {}

  /** A model call failed before any piece was published, and is repeated. */
  default void modelRetried(String failure, Next next) {}

  /** An answer was interrupted after a part of it was published. */
  default void answerBroken(Recovery recovery) {}

  /** A tool is entered, on its own thread. */
  default void toolStarted(RunIdentity run, String callId, String tool) {}

  /**
   * The tool has returned, perhaps long after its call was abandoned.
   *
   * @param failed whether its result is an error, or it has none
   */
  default void toolEnded(RunIdentity run, String callId, String tool, boolean failed, long since) {}

  /**
   * A write of a running run was tried.
   *
   * @param stored false when it was refused or failed
   */
  default void committed(RunIdentity run, Write write, boolean stored, long since) {}

  /**
   * A stream was opened.
   *
   * @param run null for a whole thread, or no run
   */
  default void streamOpened(RunId run) {}

  /** A stream has ended; called once for each opened one. */
  default void streamEnded(RunId run, StreamEnd why, long since) {}
}
