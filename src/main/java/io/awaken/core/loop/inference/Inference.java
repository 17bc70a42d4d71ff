package io.awaken.core.loop.inference;

import io.awaken.core.action.ContextMessage;
import io.awaken.core.action.ContextMessage.Target;
import io.awaken.core.action.ContextMessages;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.context.ContextLimits;
import io.awaken.core.context.TokenEstimator;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.ModelText;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.Role;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.MediaReader;
import io.awaken.core.model.RemoteWork;
import io.awaken.core.model.StreamResult;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.plugin.hook.BeforeModel;
import io.awaken.core.store.thread.MediaStore;
import io.awaken.core.text.WholeCharacters;
import java.lang.System.Logger;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Calls the model and turns its answer into the step's message. Stateless. */
public final class Inference {

  private static final String HINT_KEY = "awaken.cut_call";

  static final String HINT =
      "Your last answer was cut off in the middle of a further tool call, which was not executed."
          + " Make it again if it is still needed.";

  private static final long MAX_PENDING_CHARS = 256 * 1024;

  /** Fixed bytes per call, so that empty calls count too. */
  private static final int CALL = 100;

  private static final long MAX_PENDING_MILLIS = 5_000;

  private static final Logger LOG = System.getLogger(Inference.class.getName());

  /** The failure of a call that its run ended, as observers get it. */
  private static final String STOPPED = "stopped";

  private final StepWriter writer;
  private final RequestBuilder requests;
  private final ModelHooks hooks;
  private final ModelWaits waits;
  private final ContextFit fit;
  private final InstantSource clock;
  private final ContextLimits limits;
  private final MediaStore media;
  private final RunObserver observer;

  public Inference(
      StepWriter writer, PartCaller caller, PhaseRunner phases, ModelWaits waits, Ports ports) {
    this.waits = waits;
    this.limits = ports.limits();
    this.media = ports.media();
    this.writer = writer;
    this.requests = new RequestBuilder(caller);
    this.hooks = new ModelHooks(caller, phases, ports.estimator());
    this.fit = new ContextFit(ports.estimator());
    this.clock = ports.clock();
    this.observer = ports.observer();
  }

  /**
   * Dependencies of model calls.
   *
   * @param limits limits of requests and answers
   * @param media large media of threads
   * @param estimator estimates the tokens of requests
   * @param observer observes the calls
   */
  public record Ports(
      ContextLimits limits,
      MediaStore media,
      TokenEstimator estimator,
      InstantSource clock,
      RunObserver observer) {}

  /**
   * An answer of the model.
   *
   * @param message uncommitted, with unique call ids
   * @param cut whether the length limit finally cut it off
   */
  public record Answer(Message message, boolean cut) {}

  /**
   * One call of the model.
   *
   * @param done the event for the end of the call, once the answer is complete; null when already
   *     published
   */
  private record Part(AnswerListener listener, AgentEvent.InferenceComplete done) {}

  /**
   * Calls the model once and publishes the pieces as they arrive. If the model refuses the history
   * as too long and a plugin or the runtime shrinks it, the call is repeated. An answer cut off by
   * the length limit is continued by further calls, as often as the agent allows.
   */
  public Answer ask(Activation run) throws InferenceException {
    var answer = new ContinuedAnswer();
    Part last = first(run, answer);
    int left = run.agent().spec().maxContinuationRetries();
    while (answer.cut() && left-- > 0 && run.ending() == null) {
      try {
        last = askOnce(run, answer);
      } catch (InferenceException e) {
        if (!tooLong(e) && e.kind() != InferenceException.Kind.EMPTY_ANSWER) {
          throw e;
        }
        // The model's window is full, or it has nothing to add, so the answer ends here.
        left = 0;
      }
    }
    last.listener().complete();
    run.unfinished().answered();
    Message message = answer.message(run, last.listener()::idOf, limits.answer());
    if (answer.callCut() && !message.toolCalls().isEmpty()) {
      giveHint(run);
    }
    publishEncrypted(run, message);
    if (last.done() != null) {
      run.events().emit(last.done());
    }
    return new Answer(message, answer.cut());
  }

  /**
   * Reports to the model, after the results of its complete calls, that a further call was cut off
   * (features row 1001). Stored with the state of the step and read once.
   */
  private static void giveHint(Activation run) {
    var hint = new ContextMessage(HINT_KEY, Role.USER, HINT, null, Target.CONVERSATION, null, null);
    run.update(RuntimeKeys.CONTEXT_MESSAGES, new ContextMessages.Addition(hint, run.step() + 1));
  }

  private static void publishEncrypted(Activation run, Message message) {
    for (ContentBlock block : message.content()) {
      if (block instanceof ContentBlock.Thinking thought && thought.encrypted() != null) {
        run.events().emit(new AgentEvent.ReasoningEncryptedValue(thought.encrypted()));
      }
    }
  }

  private Part first(Activation run, ContinuedAnswer answer) throws InferenceException {
    while (true) {
      try {
        Part part = askOnce(run, answer);
        fit.settle(run);
        return part;
      } catch (InferenceException e) {
        if (!tooLong(e) || !recovered(run)) {
          throw e;
        }
      }
    }
  }

  /** Plugins shrink the history first; then the runtime shrinks the request. */
  private boolean recovered(Activation run) {
    return run.overflow().pluginsMayHelp() && hooks.recover(run) || fit.shrink(run);
  }

  private static boolean tooLong(InferenceException e) {
    return e.kind() == InferenceException.Kind.CONTEXT_OVERFLOW;
  }

  private Part askOnce(Activation run, ContinuedAnswer so) throws InferenceException {
    var listener = new AnswerListener(run, !so.cut());
    if (!so.cut()) {
      run.events().forget();
      run.unfinished().forget();
    }
    MediaReader stored = stored(run);
    LlmRequest whole = so.next(requests.build(run), run.stepMessageId());
    LlmRequest request = fit.fitted(run, whole).with(stored);
    long begun = clock.millis();
    BeforeModel.Outcome outcome = hooks.before(run, request);
    StreamResult answer =
        switch (outcome) {
          case BeforeModel.Proceed proceed -> {
            LlmRequest sendable = fit.sendable(run, proceed.request(), limits.request());
            waits.beforeCall(run);
            yield execute(run, sendable.sentLike(request), listener);
          }
          case BeforeModel.Answer instead -> publish(listener, instead.result());
        };
    LlmRequest sent = outcome instanceof BeforeModel.Proceed proceed ? proceed.request() : request;
    waits.afterCall(run);
    run.unfinished().counted();
    StreamResult counts = hooks.after(run, sent, answer);
    so.used(answer.usage());
    run.used(answer.usage(), so.usage());
    // The clock may have been set back.
    long took = Math.max(0, clock.millis() - begun);
    so.add(counts, outcome instanceof BeforeModel.Proceed);
    listener.cancelAllBut(counts.toolCalls());
    var done = new AgentEvent.InferenceComplete(listener.model(), answer.usage(), took);
    if (so.cut()) {
      run.events().emit(done);
      return new Part(listener, null);
    }
    return new Part(listener, done);
  }

  private MediaReader stored(Activation run) {
    return asked ->
        media
            .read(run.identity().threadId(), asked.mediaId())
            .orElseThrow(
                () ->
                    new InferenceException(
                        InferenceException.Kind.INVALID_REQUEST,
                        "the media " + asked.mediaId() + " is not stored with the thread",
                        null));
  }

  private StreamResult execute(Activation run, LlmRequest request, AnswerListener listener)
      throws InferenceException {
    long begun = clock.millis();
    long since = observer.now();
    observer.modelStarted(run.identity(), listener.model());
    listener.calledAt(since);
    TokenUsage usage = null;
    String failure = STOPPED;
    try {
      LlmRequest ofThread = request.in(run.identity().threadId().value());
      StreamResult answer = run.agent().executor().execute(ofThread, listener, run.cancellation());
      usage = answer.usage();
      failure = null;
      return answer;
    } catch (InferenceException e) {
      usage = e.soFar() == null ? null : e.soFar().usage();
      failure = e.kind().code();
      if (tooLong(e)) {
        run.overflow().refused(listener.model());
      }
      listener.failed(e);
      throw e;
    } finally {
      run.unfinished().modelCallTook(listener.model(), Math.max(0, clock.millis() - begun));
      observer.modelEnded(run.identity(), listener.model(), usage, failure, since);
    }
  }

  /** Publishes an answer that no model streamed, in one piece. */
  private static StreamResult publish(AnswerListener listener, StreamResult answer) {
    for (ContentBlock block : answer.content()) {
      switch (block) {
        case ContentBlock.Text text -> listener.text(text.text());
        case ContentBlock.Thinking thinking -> listener.reasoning(thinking.thinking());
        case ContentBlock.Source source -> {
          // Readers find it in the message.
        }
        case Media media -> {
          // See above.
        }
      }
    }
    for (ToolCall call : answer.toolCalls()) {
      listener.toolCallStart(call.id(), call.name());
      listener.toolCallDelta(call.id(), call.arguments().toString());
    }
    return answer;
  }

  /**
   * Publishes the pieces of an answer. Commits the events of a long answer after 256 KiB or 5 s.
   */
  private final class AnswerListener implements LlmListener {

    private final Activation run;
    private final WholeCharacters wholeText = new WholeCharacters();
    private final WholeCharacters wholeReasoning = new WholeCharacters();
    private final boolean begins;

    /** The unique ids of calls by those of the provider. */
    private final Map<String, String> ids = new LinkedHashMap<>(0);

    private long bytes;
    private InferenceException reported;
    private String model;

    /** Whether the first piece of the model's answer is still to come, for observers. */
    private boolean awaited;

    private long since;

    /**
     * @param begins whether this is the first part of the message
     */
    AnswerListener(Activation run, boolean begins) {
      this.run = run;
      this.begins = begins;
      this.model = run.agent().model().id();
    }

    /** Notes when the model was called, by the observer's clock. */
    void calledAt(long time) {
      awaited = true;
      since = time;
    }

    @Override
    public void text(String delta) {
      count(delta);
      String text = ModelText.storable(wholeText.next(delta));
      if (!text.isEmpty() || delta.isEmpty()) {
        publishText(text);
      }
    }

    private void publishText(String text) {
      run.unfinished().append(text);
      piece(new AgentEvent.TextDelta(run.stepMessageId(), text));
    }

    @Override
    public void reasoning(String delta) {
      count(delta);
      String thought = wholeReasoning.next(delta);
      if (!thought.isEmpty() || delta.isEmpty()) {
        piece(new AgentEvent.ReasoningDelta(thought));
      }
    }

    @Override
    public void failedAttempt(InferenceException failure) throws InferenceException {
      failed(failure);
      if (run.ending() != null) {
        throw failure;
      }
    }

    @Override
    public void longWait(InferenceException failure, Duration wait, Duration atMost)
        throws InferenceException {
      failedAttempt(failure);
      waits.await(run, failure, wait, permitted(atMost));
    }

    @Override
    public boolean waited() {
      return waits.waited(run);
    }

    @Override
    public RemoteWork remote() {
      return new StoredRemoteWork(run, writer);
    }

    /** A caller may prefer the error to a wait that the agent permits. */
    private Duration permitted(Duration atMost) {
      Long own = run.setup().overrides(run.agent()).maxWaitMs();
      return own == null || own >= atMost.toMillis() ? atMost : Duration.ofMillis(own);
    }

    @Override
    public void calling(String modelId) {
      model = modelId;
    }

    /** The id of the model asked last. */
    String model() {
      return model;
    }

    /** Publishes text that plugins held back, when the answer is complete. */
    void complete() {
      endPieces();
      if (run.events().tapped()) {
        run.events().complete(new AgentEvent.TextDelta(run.stepMessageId(), "").key());
        run.events().complete(new AgentEvent.ReasoningDelta("").key());
      }
    }

    private void endPieces() {
      String text = wholeText.end();
      if (!text.isEmpty()) {
        publishText(text);
      }
      String reasoning = wholeReasoning.end();
      if (!reasoning.isEmpty()) {
        piece(new AgentEvent.ReasoningDelta(reasoning));
      }
    }

    /** Notifies plugins of a failure, once. */
    void failed(InferenceException failure) {
      if (reported != failure) {
        reported = failure;
        run.unfinished().failed(failure);
        hooks.failed(run, failure);
      }
    }

    @Override
    public void toolCallStart(String callId, String name) {
      count(name);
      bytes += CALL;
      String id = idOf(callId);
      run.unfinished().callStarted(id);
      run.events().emit(new AgentEvent.ToolCallStart(id, ModelText.name(name)));
    }

    @Override
    public void toolCallDelta(String callId, String argsDelta) {
      count(argsDelta);
      piece(new AgentEvent.ToolCallDelta(idOf(callId), argsDelta));
    }

    /** A later model call may reuse the id and gets another one. */
    @Override
    public void toolCallCancelled(String callId) {
      String id = ids.remove(callId);
      if (id != null) {
        run.unfinished().callCancelled(id);
        run.events().emit(new AgentEvent.ToolCallCancel(id));
      }
    }

    @Override
    public void restarted() {
      wholeText.end();
      wholeReasoning.end();
      ids.clear();
      run.unfinished().allCallsCancelled();
      if (begins) {
        run.events().forget();
        run.unfinished().forget();
      }
      run.events().emit(new AgentEvent.StreamReset(run.stepMessageId()));
    }

    /** Cancels calls that were published but are not made. */
    void cancelAllBut(List<ToolCall> made) {
      if (!ids.isEmpty()) {
        Set<String> unmade = new LinkedHashSet<>(ids.keySet());
        made.forEach(call -> unmade.remove(call.id()));
        unmade.forEach(this::toolCallCancelled);
      }
    }

    /** The unique id for the provider's id. */
    String idOf(String providerId) {
      String known = ids.get(providerId);
      if (known == null) {
        String chosen = hooks.name(run, providerId, ids.size() + 1);
        known = run.callIds().unique(chosen == null ? providerId : chosen, run.step());
        ids.put(providerId, known);
      }
      return known;
    }

    /** Guards memory against an endless answer. */
    private void count(String piece) {
      if (awaited) {
        awaited = false;
        observer.modelFirstPiece(run.identity(), model, since);
      }
      bytes += MessageBytes.of(piece);
      if (bytes > limits.answer()) {
        throw LimitExceeded.answer(limits.answer());
      }
    }

    private void piece(AgentEvent.Delta delta) {
      run.events().emit(delta);
      if (run.events().pendingChars() >= MAX_PENDING_CHARS
          || run.events().pendingMillis() >= MAX_PENDING_MILLIS) {
        writer.commitEvents(run);
      }
    }
  }
}
