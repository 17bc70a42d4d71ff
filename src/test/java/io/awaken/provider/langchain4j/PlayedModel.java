package io.awaken.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.fixture.Conversations;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A LangChain4j model, scripted by a test, on its own thread. */
class PlayedModel implements StreamingChatModel {

  /** The script of a request, with its handler. */
  @FunctionalInterface
  interface Play {
    void play(StreamingChatResponseHandler handler);
  }

  /** Remembers that the stream was cancelled. */
  static final class Handle implements StreamingHandle {
    private final CountDownLatch cancelled = new CountDownLatch(1);

    @Override
    public void cancel() {
      cancelled.countDown();
    }

    @Override
    public boolean isCancelled() {
      return cancelled.getCount() == 0;
    }

    /** Fails after a minute. */
    void awaitCancelled() throws InterruptedException {
      assertThat(cancelled.await(1, TimeUnit.MINUTES)).as("cancelled").isTrue();
    }
  }

  private final Play play;
  private volatile ChatRequest asked;

  PlayedModel(Play play) {
    this.play = play;
  }

  @Override
  public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
    asked = request;
    Thread.ofVirtual().start(() -> play.play(handler));
  }

  /** The received request. */
  ChatRequest asked() {
    return asked;
  }

  LangChain4jModel bridge() {
    return bridge(LangChain4jSettings.of("p").with(Duration.ofSeconds(30)));
  }

  LangChain4jModel bridge(LangChain4jSettings settings) {
    return LangChain4jModel.streaming(this, settings, task -> Thread.ofVirtual().start(task));
  }

  /** What it answers. */
  static StreamResult answer(LlmListener listener, Play play) throws InferenceException {
    return new PlayedModel(play).bridge().execute(request(), listener, new CancellationToken());
  }

  static LlmRequest request() {
    return Conversations.request(Conversations.user("Hi"));
  }

  static void text(StreamingChatResponseHandler handler, StreamingHandle handle, String piece) {
    handler.onPartialResponse(new PartialResponse(piece), new PartialResponseContext(handle));
  }

  static PartialToolCall part(int index, String id, String name, String arguments) {
    return PartialToolCall.builder()
        .index(index)
        .id(id)
        .name(name)
        .partialArguments(arguments)
        .build();
  }

  static ToolExecutionRequest call(String id, String name, String arguments) {
    return ToolExecutionRequest.builder().id(id).name(name).arguments(arguments).build();
  }

  static ChatResponse calls(FinishReason reason, ToolExecutionRequest... calls) {
    return response(AiMessage.from(List.of(calls)), reason);
  }

  static ChatResponse says(String text) {
    return response(AiMessage.from(text), FinishReason.STOP);
  }

  static ChatResponse response(AiMessage message, FinishReason reason) {
    return ChatResponse.builder()
        .aiMessage(message)
        .finishReason(reason)
        .tokenUsage(new TokenUsage(10, 5))
        .build();
  }
}
