package io.awaken.bench.core;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import io.awaken.fixture.TwoStepRuntime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** The same agent in LangChain4j: a model that asks for the weather and then answers. */
final class LangChainAssistant {

  /** What LangChain4j implements. */
  interface Assistant {
    String chat(@MemoryId int conversation, @dev.langchain4j.service.UserMessage String text);
  }

  /** The tool. */
  public static final class Weather {
    /** The temperature of a place. */
    @Tool("The temperature of a place.")
    public String weather(@P("value") String value) {
      return "12 degrees";
    }
  }

  private static final class ToolThenAnswer implements ChatModel {
    private static final ChatResponse CALL =
        ChatResponse.builder()
            .aiMessage(
                AiMessage.from(
                    ToolExecutionRequest.builder()
                        .id("call_1")
                        .name("weather")
                        .arguments("{\"value\":\"Bern\"}")
                        .build()))
            .build();
    private static final ChatResponse TEXT =
        ChatResponse.builder().aiMessage(AiMessage.from(TwoStepRuntime.ANSWER)).build();

    @Override
    public ChatResponse chat(ChatRequest request) {
      return request.messages().getLast() instanceof ToolExecutionResultMessage ? TEXT : CALL;
    }
  }

  private final Map<Object, ChatMemory> memories = new HashMap<>();
  private final Assistant assistant =
      AiServices.builder(Assistant.class)
          .chatModel(new ToolThenAnswer())
          .chatMemoryProvider(memories::get)
          .tools(new Weather())
          .build();

  /** Prepares a conversation of this many messages. */
  void conversation(int id, int messages) {
    ChatMessage said = UserMessage.from("How warm is it in Bern today?");
    var store = new InMemoryChatMemoryStore();
    store.updateMessages(id, new ArrayList<>(Collections.nCopies(messages, said)));
    var memory =
        MessageWindowChatMemory.builder()
            .id(id)
            .maxMessages(Integer.MAX_VALUE)
            .chatMemoryStore(store)
            .build();
    memories.put(id, memory);
  }

  String run(int id) {
    return assistant.chat(id, "How warm is it in Bern?");
  }
}
