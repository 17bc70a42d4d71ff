package io.awaken.provider.langchain4j;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import io.awaken.core.model.LlmExecutor;
import java.util.concurrent.Executor;

/** Finds the model that a provider's document names; loaded only if LangChain4j is present. */
final class FoundModels {

  private FoundModels() {}

  /** A streaming model takes precedence over a blocking one. */
  static LlmExecutor executor(
      ModelBeans beans, String name, LangChain4jSettings settings, Executor threads) {
    StreamingChatModel streaming = beans.find(StreamingChatModel.class, name);
    if (streaming != null) {
      return LangChain4jModel.streaming(streaming, settings, threads);
    }
    ChatModel blocking = beans.find(ChatModel.class, name);
    if (blocking != null) {
      return LangChain4jModel.blocking(blocking, settings, threads);
    }
    String named = name == null ? "" : " named " + name + " (adapter_options.bean)";
    throw new IllegalArgumentException(
        "provider "
            + settings.providerId()
            + ": no bean is a StreamingChatModel or ChatModel"
            + named);
  }
}
