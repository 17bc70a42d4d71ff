package io.awaken.core.loop.call;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.call.RunningCalls.RoundEvent;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
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
import io.awaken.core.tool.ToolDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The agent's model for the tools of a round: tools call it on their threads, and its usage is
 * counted on the run's, so that the next commit stores it. Confined to the run's thread, unless
 * noted.
 */
final class RoundModel {

  private final Activation run;
  private final CallHooks hooks;
  private final Consumer<RoundEvent> events;
  private final LongSupplier nanos;
  private volatile TerminationReason ending;

  /**
   * @param events receives events for the run's thread
   * @param nanos a monotonic clock in nanoseconds
   */
  RoundModel(Activation run, CallHooks hooks, Consumer<RoundEvent> events, LongSupplier nanos) {
    this.nanos = nanos;
    this.run = run;
    this.hooks = hooks;
    this.events = events;
    this.ending = run.ending();
  }

  /** For a tool on another thread. */
  RunModel of(CancellationToken stops) {
    return new AskedModel(run, this, stops, Thread.currentThread());
  }

  /** Why the run ends according to its own thread, or null. Any thread. */
  TerminationReason ending() {
    return ending;
  }

  /** For durations. Any thread. */
  long nanos() {
    return nanos.getAsLong();
  }

  /** Passes usage of a model call to the run's thread. Any thread. */
  void used(RoundEvent.Used used) {
    events.accept(used);
  }

  /** Counts usage and reports it to plugins, which may end the run. */
  void count(RoundEvent.Used used) {
    record(used);
    hooks.used(run, used.usage());
    ending = run.ending();
    used.counted().countDown();
  }

  /** Counts usage only, because the round is over. */
  void record(RoundEvent.Used used) {
    run.used(used.usage(), run.lastUsage());
    run.events()
        .emit(new AgentEvent.InferenceComplete(used.model(), used.usage(), used.tookMillis()));
  }

  /** The agent's model for one tool call, with the run's state at its start. */
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
     * @param stops ends a model call with the tool call
     * @param runsOwn the counting thread, which must not wait for itself
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
        long length = text.length();
        for (ToolCall call : answer.toolCalls()) {
          length += MessageBytes.of(call.name()) + MessageBytes.of(call.arguments());
        }
        listener.require(length);
        return new Answer(
            text, listener.model, answer.stopReason() == StopReason.MAX_TOKENS, answer.toolCalls());
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
      for (ToolDescriptor tool : question.tools()) {
        bytes += MessageBytes.of(tool.description()) + MessageBytes.of(tool.parameters());
      }
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
      return new LlmRequest(
              upstream, question.system(), question.messages(), question.tools(), parameters)
          .in(conversation);
    }

    /** Waits until the usage is counted, so that the next call sees the reduced budget. */
    private void used(TokenUsage usage, Pieces listener, long begun) throws InterruptedException {
      long took = TimeUnit.NANOSECONDS.toMillis(round.nanos() - begun);
      var counted = new CountDownLatch(1);
      round.used(new RoundEvent.Used(listener.model, usage, took, counted));
      counted.await();
    }

    /** Aborts an endless answer. */
    private static final class TooLong extends RuntimeException {
      private static final long serialVersionUID = 1L;

      TooLong() {
        super(null, null, false, false);
      }
    }

    /** Counts pieces, and the usage of failed attempts. */
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
        // Thoughts count although they are not part of the answer.
        require(length / WITH_THOUGHTS);
      }

      void add(InferenceException failure) {
        if (failures.stream().noneMatch(before -> before == failure)) {
          failures.add(failure);
        }
      }

      /** Null when providers reported no usage. */
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
      public void calling(String modelId) {
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
