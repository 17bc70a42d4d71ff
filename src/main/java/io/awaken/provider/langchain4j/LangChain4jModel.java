package io.awaken.provider.langchain4j;

import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import io.awaken.core.message.Media;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.provider.http.FormatSupport;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.function.BiConsumer;

/**
 * Calls a LangChain4j model (features rows 1050-1053). The model runs on a separate thread, so that
 * a blocked one is abandoned after the provider's time limit; the listener is called on the calling
 * thread. Thread-safe if the model is, as LangChain4j requires.
 */
public final class LangChain4jModel implements LlmExecutor {

  private final BiConsumer<ChatRequest, ModelEvents> model;
  private final ChatRequestParameters defaults;
  private final LangChain4jSettings settings;
  private final FormatSupport formats;
  private final Executor threads;

  private LangChain4jModel(
      BiConsumer<ChatRequest, ModelEvents> model,
      ChatRequestParameters defaults,
      Set<Capability> capabilities,
      LangChain4jSettings settings,
      Executor threads) {
    this.model = model;
    this.defaults = defaults;
    this.formats = AnswerFormats.of(settings.formats(), capabilities);
    this.settings = settings;
    this.threads = threads;
  }

  /**
   * Wraps a streaming model.
   *
   * @param threads executes each call on its own thread
   */
  public static LangChain4jModel streaming(
      StreamingChatModel model, LangChain4jSettings settings, Executor threads) {
    return new LangChain4jModel(
        model::chat,
        model.defaultRequestParameters(),
        model.supportedCapabilities(),
        settings,
        threads);
  }

  /**
   * Wraps a blocking model: its answer is published when it is complete, and the limit of silence
   * applies to the whole call.
   *
   * @param threads executes each call on its own thread
   */
  public static LangChain4jModel blocking(
      ChatModel model, LangChain4jSettings settings, Executor threads) {
    return new LangChain4jModel(
        (request, events) -> events.onCompleteResponse(model.chat(request)),
        model.defaultRequestParameters(),
        model.supportedCapabilities(),
        // A blocking answer is complete or missing.
        settings.withoutFinishReason(),
        threads);
  }

  /** As the model was built. */
  @Override
  public Integer usualAnswer(LlmRequest request) {
    return defaults == null ? null : defaults.maxOutputTokens();
  }

  @Override
  public String refuses(String upstreamModel, Media media) {
    String why = MessageParts.refuses(media);
    return why == null ? null : "the wire " + LangChain4jAdapter.NAME + " " + why;
  }

  @Override
  public StreamResult execute(
      LlmRequest request, LlmListener listener, CancellationToken cancellation)
      throws InferenceException {
    cancellation.throwIfCancelled();
    ChatRequest asked =
        BridgedRequests.of(request.seenBy(settings.providerId()), settings, formats, defaults);
    var answer = new BridgedAnswer(settings, listener);
    var events = new ModelEvents();
    var call = new FutureTask<Void>(() -> call(asked, events), null);
    CancellationToken.Registration registration = cancellation.onCancel(events::wake);
    try {
      threads.execute(call);
      Integer own = request.parameters().maxTokens();
      return read(events, answer, cancellation).within(own == null ? usualAnswer(request) : own);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cancellation.throwIfCancelled();
      // The run was not cancelled; its thread ends, and another node may continue the run.
      throw new RunCancelled(CancellationToken.Reason.DRAINING);
    } finally {
      registration.close();
      if (events.close()) {
        call.cancel(true);
      }
    }
  }

  private void call(ChatRequest request, ModelEvents events) {
    try {
      model.accept(request, events);
    } catch (RuntimeException | Error e) {
      // Errors, too: an incompatible module must fail the call, not its thread.
      events.onError(e);
    }
  }

  private StreamResult read(
      ModelEvents events, BridgedAnswer answer, CancellationToken cancellation)
      throws InferenceException, InterruptedException {
    while (true) {
      ModelEvents.Event event = events.next(settings.idle());
      cancellation.throwIfCancelled();
      StreamResult result = answer.accept(event);
      if (result != null) {
        return result;
      }
    }
  }
}
