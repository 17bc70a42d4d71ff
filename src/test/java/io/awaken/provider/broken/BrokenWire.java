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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Each model wire with recorded answers that call two tools, and others that end the run. */
enum BrokenWire {
  CHAT(
      OpenAiAdapter::new,
      List.of("openai/reasoning-and-calls.sse", "openai/calls.sse"),
      "openai/text.sse",
      "openai/cut-by-length.sse",
      "openai/failed.sse"),
  RESPONSES(
      ResponsesAdapter::new,
      List.of("openai_responses/calls.sse"),
      "openai_responses/text.sse",
      "openai_responses/cut-by-length.sse",
      "openai_responses/failed.sse"),
  ANTHROPIC(
      AnthropicAdapter::new,
      List.of("anthropic/thinking-and-calls.txt"),
      "anthropic/text.txt",
      "anthropic/cut-by-limit.txt",
      "anthropic/overloaded.txt"),
  GEMINI(
      GeminiAdapter::new,
      List.of("gemini/thoughts-and-calls.txt"),
      "gemini/text.txt",
      "gemini/cut-by-limit.txt",
      "gemini/overloaded.txt"),
  OLLAMA(
      OllamaAdapter::new,
      List.of("ollama/thinking-and-calls.ndjson"),
      "ollama/text.ndjson",
      "ollama/length.ndjson",
      "ollama/failed.ndjson");

  private static final OutboundHttp HTTP =
      OutboundHttp.forOperatorAddresses(
          task -> Thread.ofVirtual().start(task), OutboundHttp.DEFAULT_CONNECT_TIMEOUT);

  private final Function<OutboundHttp, LlmAdapter> adapter;
  private final List<String> calls;
  private final String text;
  private final List<String> unfinished;

  BrokenWire(
      Function<OutboundHttp, LlmAdapter> adapter,
      List<String> calls,
      String text,
      String... unfinished) {
    this.adapter = adapter;
    this.calls = calls;
    this.text = text;
    this.unfinished = List.of(unfinished);
  }

  LlmAdapter adapter() {
    return adapter.apply(HTTP);
  }

  /** An answer with reasoning, text and calls. */
  byte[] calls() {
    return bytes(calls.getFirst());
  }

  /** By name, all answers with text and calls. */
  Map<String, byte[]> allCalls() {
    return named(calls);
  }

  /** An answer of text alone. */
  byte[] text() {
    return bytes(text);
  }

  /** By name, answers cut by the length limit, and streams with an error. */
  Map<String, byte[]> unfinished() {
    return named(unfinished);
  }

  private static Map<String, byte[]> named(List<String> files) {
    Map<String, byte[]> streams = new LinkedHashMap<>();
    files.forEach(file -> streams.put(file, bytes(file)));
    return streams;
  }

  /** The names of all streams that are cut. */
  static Set<String> recorded() {
    return Arrays.stream(values())
        .flatMap(wire -> Stream.of(wire.calls, List.of(wire.text), wire.unfinished))
        .flatMap(List::stream)
        .collect(Collectors.toSet());
  }

  /** Data that no model sends. */
  String garbage() {
    return this == OLLAMA ? "{garbage}\n" : "data: {garbage}\n\n";
  }

  String contentType() {
    return this == OLLAMA ? "application/x-ndjson" : "text/event-stream";
  }

  private static byte[] bytes(String file) {
    try {
      return RecordedWire.recorded(file).getBytes(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
