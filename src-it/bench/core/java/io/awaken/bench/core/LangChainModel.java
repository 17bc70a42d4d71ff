package io.awaken.bench.core;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.TokenUsage;
import io.awaken.fixture.TwoStepRuntime;

/** Calls the tool, then answers, at negligible cost. */
final class LangChainModel implements ChatModel {

  private static final ChatResponse CALL =
      ChatResponse.builder()
          .aiMessage(
              AiMessage.from(
                  ToolExecutionRequest.builder()
                      .id("call_1")
                      .name("weather")
                      .arguments(TwoStepRuntime.ARGUMENTS)
                      .build()))
          .tokenUsage(new TokenUsage(10, 5))
          .build();
  private static final ChatResponse TEXT =
      ChatResponse.builder()
          .aiMessage(AiMessage.from(TwoStepRuntime.ANSWER))
          .tokenUsage(new TokenUsage(20, 8))
          .build();

  private static boolean answers(ChatRequest request) {
    return request.messages().getLast() instanceof ToolExecutionResultMessage;
  }

  @Override
  public ChatResponse chat(ChatRequest request) {
    return answers(request) ? TEXT : CALL;
  }

  /** Streams the same answer word by word. */
  static final class Streaming implements StreamingChatModel {
    @Override
    public void chat(ChatRequest request, StreamingChatResponseHandler handler) {
      if (!answers(request)) {
        handler.onCompleteResponse(CALL);
        return;
      }
      TwoStepRuntime.WORDS.forEach(handler::onPartialResponse);
      handler.onCompleteResponse(TEXT);
    }
  }
}
