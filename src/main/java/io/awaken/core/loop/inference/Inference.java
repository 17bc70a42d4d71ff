package io.awaken.core.loop.inference;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.context.ContextLimits;
import io.awaken.core.context.TokenEstimator;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.ModelText;
import io.awaken.core.loop.activation.PublishedContent;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.Role;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LeftOutMedia.Scope;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.MediaReader;
import io.awaken.core.model.StreamResult;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.plugin.hook.BeforeModel;
import io.awaken.core.store.thread.MediaStore;
import io.awaken.core.text.WholeText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Calls the model and turns its answer into the step's message. Stateless. */
public final class Inference {

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
    Message message = message(run, answer, last.listener());
    if (answer.callCut() && !message.toolCalls().isEmpty()) {
      TruncatedCallHint.give(run);
    }
    publishEncrypted(run, message);
    if (last.done() != null) {
      run.events().emit(last.done());
    }
    return new Answer(message, answer.cut());
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
    var listener = new AnswerListener(run, writer, hooks, waits, limits.answer(), !so.cut());
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
            LlmRequest sendable = sendable(run, proceed.request());
            waits.beforeCall(run);
            yield asked(run, sendable.sentLike(request), listener);
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

  /**
   * The request, with texts for earlier media if it were too long otherwise. Fails like a model's
   * refusal, so that plugins may shrink the history.
   */
  private LlmRequest sendable(Activation run, LlmRequest request) throws InferenceException {
    long system = MessageBytes.of(request.system());
    long messages =
        request.messages() == run.history()
            ? run.window().bytes()
            : MessageBytes.of(request.messages());
    LlmRequest sent = request;
    if (system + messages > limits.request()) {
      sent = request.withoutMedia(Scope.EARLIER, media -> "the request is too long with it");
      messages = MessageBytes.of(sent.messages());
    }
    long bytes = system + messages;
    if (bytes > limits.request()) {
      run.overflow().refused(run.agent().model().id());
      throw new InferenceException(
          InferenceException.Kind.CONTEXT_OVERFLOW,
          "the request to the model has %d bytes; at most %d are sent"
              .formatted(bytes, limits.request()),
          null);
    }
    return sent;
  }

  private MediaReader stored(Activation run) {
    return wanted ->
        media
            .read(run.identity().threadId(), wanted.mediaId())
            .orElseThrow(
                () ->
                    new InferenceException(
                        InferenceException.Kind.INVALID_REQUEST,
                        "the media " + wanted.mediaId() + " is not stored with the thread",
                        null));
  }

  private StreamResult asked(Activation run, LlmRequest request, AnswerListener listener)
      throws InferenceException {
    long begun = clock.millis();
    long since = observer.now();
    observer.modelStarted(run.identity(), listener.model());
    listener.firstPieceTo(observer, since);
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

  private Message message(Activation run, ContinuedAnswer answer, AnswerListener listener) {
    List<ToolCall> calls = new ArrayList<>();
    Set<String> known = new HashSet<>();
    for (ToolCall call : answer.calls()) {
      if (!known.add(call.id())) {
        LOG.log(
            Level.WARNING,
            "run {0}: the model made two calls with one id; the second one is dropped",
            run.identity().runId());
        continue;
      }
      String id = listener.idOf(call.id());
      String name = ModelText.name(call.name());
      JsonNode arguments = WholeText.of(call.arguments());
      calls.add(new ToolCall(id, name, arguments, call.providerMetadata()));
    }
    List<ContentBlock> content = new ArrayList<>(answer.content().size());
    for (ContentBlock block : answer.content()) {
      ContentBlock kept = storable(block);
      if (notEmpty(kept)) {
        content.add(kept);
      }
    }
    Message written =
        new Message(
            run.stepMessageId(),
            Role.ASSISTANT,
            PublishedContent.of(run, content),
            calls,
            null,
            null,
            run.metadata());
    Message message = answer.metadata() == null ? written : written.with(answer.metadata());
    if (MessageBytes.of(message) - MessageBytes.ENVELOPE > limits.answer()) {
      throw LimitExceeded.answer(limits.answer());
    }
    return message;
  }

  private static ContentBlock storable(ContentBlock block) {
    return switch (block) {
      case ContentBlock.Text text -> {
        String stored = ModelText.storable(text.text());
        yield stored.equals(text.text())
            ? text
            : new ContentBlock.Text(stored, text.providerMetadata());
      }
      case ContentBlock.Thinking thinking -> thinking.whole();
      case ContentBlock.Source source -> source;
      case Media media -> media;
    };
  }

  private static boolean notEmpty(ContentBlock block) {
    return switch (block) {
      case ContentBlock.Text text -> !text.text().isEmpty() || hasMetadata(text);
      case ContentBlock.Thinking thinking ->
          !thinking.thinking().isEmpty() || thinking.sealed() || hasMetadata(thinking);
      case ContentBlock.Source source -> true;
      case Media media -> true;
    };
  }

  private static boolean hasMetadata(ContentBlock block) {
    return block.providerMetadata() != null;
  }
}
