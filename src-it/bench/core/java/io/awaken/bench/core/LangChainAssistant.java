package io.awaken.bench.core;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import java.util.ArrayList;
import java.util.List;

/**
 * The same agent in LangChain4j: a model that asks for the weather and then answers, with
 * conversations stored by id.
 */
final class LangChainAssistant implements Contender {

  /** The service interface, which LangChain4j implements. */
  interface Assistant {
    String chat(@MemoryId String conversation, @dev.langchain4j.service.UserMessage String text);

    TokenStream stream(
        @MemoryId String conversation, @dev.langchain4j.service.UserMessage String text);
  }

  /** The tool. */
  public static final class Weather {
    /** The temperature of a place. */
    @Tool("The temperature of a place.")
    public String weather(@P("value") String value) {
      return "12 degrees";
    }
  }

  private final InMemoryChatMemoryStore store = new InMemoryChatMemoryStore();
  private final Assistant assistant =
      AiServices.builder(Assistant.class)
          .chatModel(new LangChainModel())
          .streamingChatModel(new LangChainModel.Streaming())
          .chatMemoryProvider(this::memory)
          .tools(new Weather())
          .build();
  private final boolean streaming;
  private ChatResponse last;

  /**
   * @param streaming whether the answer arrives word by word, as in this runtime
   */
  LangChainAssistant(boolean streaming) {
    this.streaming = streaming;
  }

  private ChatMemory memory(Object id) {
    return MessageWindowChatMemory.builder()
        .id(id)
        .maxMessages(Integer.MAX_VALUE)
        .chatMemoryStore(store)
        .build();
  }

  @Override
  public void conversation(String id, int messages) {
    // A separate object per message, as in a real conversation.
    List<ChatMessage> conversation = new ArrayList<>(messages);
    for (int i = 0; i < messages; i++) {
      conversation.add(UserMessage.from("How warm is it in Bern today?"));
    }
    store.updateMessages(id, conversation);
  }

  @Override
  public String run(String id) {
    if (!streaming) {
      return assistant.chat(id, "How warm is it in Bern?");
    }
    last = null;
    assistant.stream(id, "How warm is it in Bern?")
        .onPartialResponse(word -> {})
        .onToolExecuted(execution -> {})
        .onCompleteResponse(response -> last = response)
        .onError(
            error -> {
              throw new IllegalStateException(error);
            })
        .start();
    return last.aiMessage().text();
  }

  @Override
  public void close() {}
}
