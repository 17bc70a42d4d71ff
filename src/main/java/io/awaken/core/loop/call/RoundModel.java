package io.awaken.core.loop.call;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.tool.ModelRefused;
import io.awaken.core.tool.RunModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The agent's model as the tools of a round may ask it: they ask on their threads, and what that
 * used is counted on the run's, so that the next commit holds it. Used by the run's own thread,
 * except where it says so.
 */
final class RoundModel {

  private final Activation run;
  private final CallHooks hooks;
  private final Consumer<RoundEvent> told;
  private final LongSupplier nanos;
  private volatile TerminationReason ending;

  /**
   * @param told takes what reaches the run's thread
   * @param nanos the time, for what a call of the model takes
   */
  RoundModel(Activation run, CallHooks hooks, Consumer<RoundEvent> told, LongSupplier nanos) {
    this.nanos = nanos;
    this.run = run;
    this.hooks = hooks;
    this.told = told;
    this.ending = run.ending();
  }

  /** For the tool of a call that works on another thread. */
  RunModel of(CancellationToken stops) {
    return new AskedModel(run, this, stops, Thread.currentThread());
  }

  /** Why the run ends, as far as its own thread has said so; null while it goes on. Any thread. */
  TerminationReason ending() {
    return ending;
  }

  /** For measuring. Any thread. */
  long nanos() {
    return nanos.getAsLong();
  }

  /** Has the run's thread count what a call of the model used. Any thread. */
  void used(RoundEvent.Used used) {
    told.accept(used);
  }

  /** Counts it; plugins hear of it and may end the run. */
  void count(RoundEvent.Used used) {
    record(used);
    hooks.used(run, used.usage());
    ending = run.ending();
    used.counted().countDown();
  }

  /** Only counts it: the round is over. */
  void record(RoundEvent.Used used) {
    run.used(used.usage(), run.lastUsage());
    run.events()
        .emit(new AgentEvent.InferenceComplete(used.model(), used.usage(), used.tookMillis()));
  }

  /** The agent's model for one call of a tool, as the run stood when the call began. */
  private static final class AskedModel implements RunModel {

    private final RoundModel round;
    private final CancellationToken stops;
    private final Thread runsOwn;
    private final LlmExecutor executor;
    private final String modelId;
    private final String upstream;
    private final InferenceParameters settings;
    private final String conversation;

    /**
     * @param stops ends a call of the model with the call of the tool
     * @param runsOwn the thread that counts, and may not wait for itself
     */
    AskedModel(Activation run, RoundModel round, CancellationToken stops, Thread runsOwn) {
      this.round = round;
      this.stops = stops;
      this.runsOwn = runsOwn;
      this.executor = run.agent().executor();
      this.modelId = run.agent().model().id();
      InferenceOverride override = run.setup().overrides(run.agent());
      this.upstream =
          override.upstreamModel() == null
              ? run.agent().model().upstreamModel()
              : override.upstreamModel();
      this.settings = override.parameters();
      this.conversation = run.identity().threadId().value();
    }

    @Override
    public Answer ask(Question question) throws ModelRefused, InterruptedException {
      if (Thread.currentThread() == runsOwn) {
        throw new ModelRefused(
            ModelRefused.NO_MODEL, "the tool works on the thread of its run, which must not wait");
      }
      requireGoingOn();
      var listener = new Pieces(modelId);
      long begun = round.nanos();
      try {
        StreamResult answer = executor.execute(request(question), listener, stops);
        used(answer.usage(), listener, begun);
        String text = answer.text();
        listener.require(text.length());
        return new Answer(text, listener.model, answer.stopReason() == StopReason.MAX_TOKENS);
      } catch (InferenceException e) {
        listener.add(e);
        if (listener.wasted() != null) {
          used(listener.wasted(), listener, begun);
        }
        throw new ModelRefused(
            ModelRefused.MODEL_FAILED, "the model did not answer (" + e.kind().code() + ")");
      } catch (TooLong e) {
        throw new ModelRefused(
            ModelRefused.TOO_LARGE, "the answer has more than " + MAX_ANSWER + " characters");
      } catch (RunCancelled e) {
        throw over();
      }
    }

    private void requireGoingOn() throws ModelRefused, InterruptedException {
      if (stops.reason() != null) {
        throw over();
      }
      TerminationReason ending = round.ending();
      if (ending != null) {
        String why =
            ending instanceof TerminationReason.Stopped stopped
                ? stopped.value().code()
                : "it ends";
        throw new ModelRefused(
            ModelRefused.RUN_STOPS, "the run may not ask its model any more (" + why + ")");
      }
    }

    private static InterruptedException over() {
      return new InterruptedException("the call of the tool is over");
    }

    private LlmRequest request(Question question) throws ModelRefused {
      long bytes = MessageBytes.of(question.messages()) + MessageBytes.of(question.system());
      if (bytes > MAX_QUESTION) {
        throw new ModelRefused(
            ModelRefused.TOO_LARGE,
            "the question has " + bytes + " bytes, the limit is " + MAX_QUESTION);
      }
      Integer most = settings.maxTokens();
      if (question.maxTokens() != null) {
        most = most == null ? question.maxTokens() : Math.min(most, question.maxTokens());
      }
      var parameters =
          new InferenceParameters(question.temperature(), null, most, null).orElse(settings);
      return new LlmRequest(upstream, question.system(), question.messages(), List.of(), parameters)
          .in(conversation);
    }

    /** Waits until it counts: the next question finds a budget that is used up. */
    private void used(TokenUsage usage, Pieces listener, long begun) throws InterruptedException {
      long took = TimeUnit.NANOSECONDS.toMillis(round.nanos() - begun);
      var counted = new CountDownLatch(1);
      round.used(new RoundEvent.Used(listener.model, usage, took, counted));
      counted.await();
    }

    /** An answer that does not end. */
    private static final class TooLong extends RuntimeException {
      private static final long serialVersionUID = 1L;

      TooLong() {
        super(null, null, false, false);
      }
    }

    /** Counts what comes, and what failed attempts used. */
    private static final class Pieces implements LlmListener {

      private static final int WITH_THOUGHTS = 4;

      private final List<InferenceException> failures = new ArrayList<>(0);
      private String model;
      private long length;

      Pieces(String model) {
        this.model = model;
      }

      void require(long more) {
        if (more > MAX_ANSWER) {
          throw new TooLong();
        }
      }

      private void count(String piece) {
        length += piece.length();
        // Thoughts count too, and are no part of what is answered.
        require(length / WITH_THOUGHTS);
      }

      void add(InferenceException failure) {
        if (failures.stream().noneMatch(before -> before == failure)) {
          failures.add(failure);
        }
      }

      /** Null when providers counted nothing. */
      TokenUsage wasted() {
        return failures.stream()
            .map(failure -> failure.soFar() == null ? null : failure.soFar().usage())
            .filter(usage -> usage != null)
            .reduce(TokenUsage::plus)
            .orElse(null);
      }

      @Override
      public void failedAttempt(InferenceException failure) {
        add(failure);
      }

      @Override
      public void asks(String modelId) {
        model = modelId;
      }

      @Override
      public void text(String delta) {
        count(delta);
      }

      @Override
      public void reasoning(String delta) {
        count(delta);
      }

      @Override
      public void toolCallStart(String callId, String name) {
        count(name);
      }

      @Override
      public void toolCallDelta(String callId, String argsDelta) {
        count(argsDelta);
      }
    }
  }
}
