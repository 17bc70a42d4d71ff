package io.awaken.core.loop.inference;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.action.ModelWaiting;
import io.awaken.core.action.RunDeadline;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.HandOver;
import io.awaken.core.loop.activation.RunEffects.EffectDelivery;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.model.InferenceException;
import io.awaken.core.state.MutationBatch;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Releases runs whose models require a longer wait than a thread may be blocked (F34): commits the
 * run and returns its job to the queue with a due time. The waiting run consists of rows only, and
 * its next owner repeats the step. Stateless.
 */
public final class ModelWaits {

  /** The activity type for readers. */
  static final String ACTIVITY = "model-wait";

  private static final Logger LOG = System.getLogger(ModelWaits.class.getName());

  private final StepWriter writer;
  private final EffectDelivery effects;
  private final HandOver handOver;
  private final InstantSource clock;

  public ModelWaits(
      StepWriter writer, EffectDelivery effects, HandOver handOver, InstantSource clock) {
    this.writer = writer;
    this.effects = effects;
    this.handOver = handOver;
    this.clock = clock;
  }

  /**
   * Waits on this thread when no node would resume the run; otherwise unwinds.
   *
   * @throws InferenceException the failure, when the run may not wait any longer
   * @throws ModelWait when the run must be released
   */
  void await(Activation run, InferenceException failure, Duration wait, Duration atMost)
      throws InferenceException {
    ModelWaiting waiting = waiting(run);
    long now = clock.millis();
    long since = waiting.since() == null ? now : waiting.since();
    long left = left(run, now, since + atMost.toMillis());
    if (wait.toMillis() > left) {
      LOG.log(
          Level.WARNING,
          "run {0} stops waiting: its models require {1} more, and it may wait for {2}",
          run.identity().runId(),
          wait,
          Duration.ofMillis(Math.max(0, left)));
      throw failure;
    }
    if (handOver.resumes()) {
      throw new ModelWait(failure, wait);
    }
    set(run, new ModelWaiting(since, now + wait.toMillis()));
    publish(run, failure, now + wait.toMillis());
    run.setup().registry().ports().pause().await(wait, run.cancellation());
    beforeCall(run);
  }

  /** Milliseconds until the wait would be too long, or the time of the run itself is up. */
  private static long left(Activation run, long now, long atMost) {
    Long deadline = deadline(run).at();
    return (deadline == null ? atMost : Math.min(atMost, deadline)) - now;
  }

  /** Commits and releases the run; its next owner repeats the step. */
  public void release(Activation run, ModelWait asked) {
    long now = clock.millis();
    long until = now + asked.time().toMillis();
    Long since = waiting(run).since();
    publish(run, asked.failure(), until);
    writer.commitRepeated(run, kept(run, new ModelWaiting(since == null ? now : since, until)));
    // Before another owner starts, so that no effect is delivered again.
    effects.settle(run);
    Optional<Duration> due = handOver.release(run.fence(), asked.time());
    LOG.log(
        Level.INFO,
        "run {0} waits for its model ({1}): {2}",
        run.identity().runId(),
        asked.failure().logLine(),
        due.map(time -> "it continues in " + time).orElse("it already had another owner"));
  }

  /** Publishes the end of a wait before the model is called again. */
  void beforeCall(Activation run) {
    ModelWaiting waiting = waiting(run);
    if (waiting.until() != null) {
      run.events().emit(activity(run, JsonNodeFactory.instance.objectNode().put("status", "over")));
      set(run, new ModelWaiting(waiting.since(), null));
    }
  }

  /** Ends a wait after an answer; the next wait is a new one. */
  void afterCall(Activation run) {
    if (waiting(run).since() != null) {
      set(run, ModelWaiting.NOT);
    }
  }

  /** Whether the run has waited for its present answer. */
  boolean waited(Activation run) {
    return waiting(run).since() != null;
  }

  private static ModelWaiting waiting(Activation run) {
    return run.value(RuntimeKeys.MODEL_WAITING);
  }

  private static void set(Activation run, ModelWaiting next) {
    run.state().commit(update(next));
  }

  private static MutationBatch update(ModelWaiting next) {
    return MutationBatch.anywhere().update(RuntimeKeys.MODEL_WAITING, next);
  }

  /** What the run keeps of the step that it repeats. */
  private static MutationBatch kept(Activation run, ModelWaiting next) {
    RunDeadline deadline = deadline(run);
    MutationBatch kept = update(next);
    return deadline.at() == null ? kept : kept.update(RuntimeKeys.RUN_DEADLINE, deadline);
  }

  private static RunDeadline deadline(Activation run) {
    return run.value(RuntimeKeys.RUN_DEADLINE);
  }

  private static void publish(Activation run, InferenceException failure, long until) {
    run.events()
        .emit(
            activity(
                run,
                JsonNodeFactory.instance
                    .objectNode()
                    .put("status", "waiting")
                    .put("reason", failure.kind().code())
                    .put("until", Instant.ofEpochMilli(until).toString())));
  }

  private static AgentEvent.ActivitySnapshot activity(Activation run, ObjectNode content) {
    return new AgentEvent.ActivitySnapshot(run.stepMessageId(), ACTIVITY, content, true);
  }

  /** Unwinds an activation whose model requires a longer wait than a thread may be blocked. */
  public static final class ModelWait extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient InferenceException failure;
    private final Duration time;

    ModelWait(InferenceException failure, Duration time) {
      super("the run waits for its model", null, false, false);
      this.failure = failure;
      this.time = time;
    }

    InferenceException failure() {
      return failure;
    }

    Duration time() {
      return time;
    }
  }
}
