package io.awaken.container;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.FinishReason;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Named;

/** LangChain4j models as an application produces them; they need no provider. */
@ApplicationScoped
public class ChatModels {

  @Produces
  @ApplicationScoped
  @Named("echo")
  StreamingChatModel echo() {
    return new Echo("You said: ");
  }

  @Produces
  @ApplicationScoped
  @Named("parrot")
  StreamingChatModel parrot() {
    return new Echo("");
  }

  private record Echo(String before) implements StreamingChatModel {
    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
      String text = ((UserMessage) request.messages().getLast()).singleText();
      handler.onPartialResponse(before);
      handler.onPartialResponse(text);
      handler.onCompleteResponse(
          ChatResponse.builder()
              .aiMessage(AiMessage.from(before + text))
              .finishReason(FinishReason.STOP)
              .build());
    }
  }
}
