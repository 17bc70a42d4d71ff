package io.awaken.provider.broken;

import io.awaken.core.model.LlmAdapter;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.fixture.RecordedWire;
import io.awaken.provider.anthropic.AnthropicAdapter;
import io.awaken.provider.gemini.GeminiAdapter;
import io.awaken.provider.ollama.OllamaAdapter;
import io.awaken.provider.openai.OpenAiAdapter;
import io.awaken.provider.openai.ResponsesAdapter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Each model wire with a recorded answer that asks for two tools, and one that ends the run. */
enum BrokenWire {
  CHAT(OpenAiAdapter::new, "openai/calls.sse", "openai/text.sse"),
  RESPONSES(ResponsesAdapter::new, "openai_responses/calls.sse", "openai_responses/text.sse"),
  ANTHROPIC(AnthropicAdapter::new, "anthropic/thinking-and-calls.txt", "anthropic/text.txt"),
  GEMINI(GeminiAdapter::new, "gemini/thoughts-and-calls.txt", "gemini/text.txt"),
  OLLAMA(OllamaAdapter::new, "ollama/thinking-and-calls.ndjson", "ollama/text.ndjson");

  private static final OutboundHttp HTTP =
      OutboundHttp.forOperatorAddresses(
          task -> Thread.ofVirtual().start(task), OutboundHttp.DEFAULT_CONNECT_TIMEOUT);

  private final Function<OutboundHttp, LlmAdapter> adapter;
  private final String calls;
  private final String text;

  BrokenWire(Function<OutboundHttp, LlmAdapter> adapter, String calls, String text) {
    this.adapter = adapter;
    this.calls = calls;
    this.text = text;
  }

  LlmAdapter adapter() {
    return adapter.apply(HTTP);
  }

  /** An answer with text and calls. */
  byte[] calls() {
    return recorded(calls).getBytes(StandardCharsets.UTF_8);
  }

  /** An answer of text alone. */
  byte[] text() {
    return recorded(text).getBytes(StandardCharsets.UTF_8);
  }

  /** What no model sends. */
  String garbage() {
    return this == OLLAMA ? "{garbage}\n" : "data: {garbage}\n\n";
  }

  String contentType() {
    return this == OLLAMA ? "application/x-ndjson" : "text/event-stream";
  }

  private static String recorded(String file) {
    try {
      return RecordedWire.recorded(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
