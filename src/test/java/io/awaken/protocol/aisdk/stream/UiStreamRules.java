package io.awaken.protocol.aisdk.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rules of AI SDK clients for a stream. For one message. */
final class UiStreamRules {

  private static final Set<String> ENDS = Set.of("finish", "abort", "error");

  private final Set<String> blocks = new HashSet<>();
  private final Set<String> used = new HashSet<>();
  private final Set<String> calls = new HashSet<>();
  private final Set<String> streamed = new HashSet<>();

  /** Reads the next stream of the message. */
  void read(String stream) {
    assertThat(stream).endsWith("data: [DONE]\n\n");
    List<JsonNode> chunks = UiStreams.chunks(stream);
    assertThat(chunks.getFirst().get("type").asText()).isEqualTo("start");
    assertThat(chunks.getLast().get("type").asText()).isIn(ENDS);
    assertThat(chunks).filteredOn(chunk -> ENDS.contains(chunk.get("type").asText())).hasSize(1);
    chunks.forEach(this::read);
    assertThat(blocks).as("blocks that stay open").isEmpty();
  }

  private void read(JsonNode chunk) {
    String type = chunk.get("type").asText();
    String id = chunk.path("id").asText(null);
    String call = chunk.path("toolCallId").asText(null);
    chunk
        .properties()
        .forEach(
            field -> {
              boolean free = Set.of("input", "output").contains(field.getKey());
              assertThat(free || !field.getValue().isNull()).as("%s", chunk).isTrue();
            });
    switch (type) {
      case "text-start", "reasoning-start" -> {
        assertThat(used.add(id)).as("a block is opened once").isTrue();
        blocks.add(id);
      }
      case "text-delta", "reasoning-delta" -> assertThat(blocks).contains(id);
      case "text-end", "reasoning-end" -> assertThat(blocks.remove(id)).isTrue();
      case "tool-input-start" -> {
        calls.add(call);
        streamed.add(call);
      }
      case "tool-input-delta" -> assertThat(streamed).contains(call);
      case "tool-input-available", "tool-input-error" -> {
        assertThat(blocks).as("open beside a call").isEmpty();
        calls.add(call);
      }
      case "tool-approval-request",
          "tool-output-available",
          "tool-output-error",
          "tool-output-denied" ->
          assertThat(calls).as("calls whose input the client has").contains(call);
      case "source-document" -> assertThat(chunk.get("title").isTextual()).isTrue();
      default -> {
        if (type.startsWith("data-")) {
          assertThat(chunk.get("transient").asBoolean()).as("%s", chunk).isTrue();
        }
      }
    }
  }
}
