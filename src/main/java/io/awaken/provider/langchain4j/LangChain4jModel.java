package io.awaken.provider.langchain4j;

import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
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
 * Asks a model of LangChain4j (features rows 1050-1053). The model works on a thread of its own, so
 * that one that blocks can be waited for no longer than its provider may stay silent; the listener
 * is called on the calling thread. Thread-safe as far as the model is, which LangChain4j demands.
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
   * A model that streams.
   *
   * @param threads gives each call a thread
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
   * A model that answers in one piece: readers see it when it is whole, and its time is limited as
   * silence is.
   *
   * @param threads gives each call a thread
   */
  public static LangChain4jModel blocking(
      ChatModel model, LangChain4jSettings settings, Executor threads) {
    return new LangChain4jModel(
        (request, events) -> events.onCompleteResponse(model.chat(request)),
        model.defaultRequestParameters(),
        model.supportedCapabilities(),
        // A document is whole or does not arrive.
        settings.withoutFinishReason(),
        threads);
  }

  @Override
  public StreamResult execute(
      LlmRequest request, LlmListener listener, CancellationToken cancellation)
      throws InferenceException {
    cancellation.throwIfCancelled();
    ChatRequest asked =
        ChatRequests.of(request.seenBy(settings.providerId()), settings, formats, defaults);
    var answer = new BridgedAnswer(settings, listener);
    var events = new ModelEvents();
    var call = new FutureTask<Void>(() -> call(asked, events), null);
    CancellationToken.Registration registration = cancellation.onCancel(events::wake);
    try {
      threads.execute(call);
      return read(events, answer, cancellation);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cancellation.throwIfCancelled();
      // The run was not cancelled: its thread ends, and another node may continue the run.
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
      // Also errors: a module that does not fit its library must end the call, not its thread.
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
