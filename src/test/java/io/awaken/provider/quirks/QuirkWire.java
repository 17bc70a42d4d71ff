package io.awaken.provider.quirks;

import io.awaken.core.model.LlmAdapter;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.fixture.RecordedWire;
import io.awaken.provider.anthropic.AnthropicAdapter;
import io.awaken.provider.gemini.GeminiAdapter;
import io.awaken.provider.ollama.OllamaAdapter;
import io.awaken.provider.openai.OpenAiAdapter;
import io.awaken.provider.openai.ResponsesAdapter;
import java.io.IOException;
import java.util.function.Function;

/** A model wire with the field of a request that holds the conversation. */
public enum QuirkWire {
  CHAT(OpenAiAdapter::new, "messages", "openai/text.sse"),
  RESPONSES(ResponsesAdapter::new, "input", "openai_responses/text.sse"),
  MESSAGES(AnthropicAdapter::new, "messages", "anthropic/text.txt"),
  GEMINI(GeminiAdapter::new, "contents", "gemini/text.txt"),
  OLLAMA(OllamaAdapter::new, "messages", "ollama/text.ndjson");

  private static final OutboundHttp HTTP =
      OutboundHttp.forOperatorAddresses(
          task -> Thread.ofVirtual().start(task), OutboundHttp.DEFAULT_CONNECT_TIMEOUT);

  private final Function<OutboundHttp, LlmAdapter> adapter;
  private final String conversation;
  private final String text;

  QuirkWire(Function<OutboundHttp, LlmAdapter> adapter, String conversation, String text) {
    this.adapter = adapter;
    this.conversation = conversation;
    this.text = text;
  }

  public LlmAdapter adapter() {
    return adapter.apply(HTTP);
  }

  String conversation() {
    return conversation;
  }

  /** The file with its cases. */
  String file() {
    return "src-it/quirks/" + name().toLowerCase(java.util.Locale.ROOT) + ".yaml";
  }

  /** One event of a stream. */
  String event(String json) {
    return this == OLLAMA ? json + "\n" : "data: " + json + "\n\n";
  }

  public String contentType() {
    return this == OLLAMA ? "application/x-ndjson" : "text/event-stream";
  }

  /** A usual answer, for the requests after the odd one. */
  public String usual() {
    try {
      return RecordedWire.recorded(text);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
