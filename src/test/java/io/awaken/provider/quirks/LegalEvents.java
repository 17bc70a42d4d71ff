package io.awaken.provider.quirks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The events of an answer in one of the legal ways of a wire, in pieces of random length. */
final class LegalEvents {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Random random;
  private final List<Map<String, ?>> events = new ArrayList<>();
  private int calls;

  LegalEvents(Random random) {
    this.random = random;
  }

  List<Map<String, ?>> of(QuirkWire wire, List<AnswerPart> parts) {
    boolean called = parts.stream().anyMatch(AnswerPart.Call.class::isInstance);
    switch (wire) {
      case CHAT -> chat(parts, called);
      case RESPONSES -> responses(parts);
      case MESSAGES -> messages(parts, called);
      case GEMINI -> gemini(parts);
      case OLLAMA -> ollama(parts);
    }
    return events;
  }

  private void chat(List<AnswerPart> parts, boolean called) {
    for (AnswerPart part : parts) {
      switch (part) {
        case AnswerPart.Text text -> pieces(text.text()).forEach(it -> delta("content", it));
        case AnswerPart.Thought it ->
            pieces(it.text()).forEach(piece -> delta("reasoning_content", piece));
        case AnswerPart.Call call -> {
          int index = calls++;
          List<String> pieces = pieces(json(call.arguments()));
          boolean whole = random.nextBoolean();
          delta(
              "tool_calls",
              List.of(
                  Map.of(
                      "index",
                      index,
                      "id",
                      "call_" + index,
                      "type",
                      "function",
                      "function",
                      Map.of(
                          "name",
                          call.name(),
                          "arguments",
                          whole ? String.join("", pieces) : ""))));
          if (!whole) {
            for (String piece : pieces) {
              delta(
                  "tool_calls",
                  List.of(Map.of("index", index, "function", Map.of("arguments", piece))));
            }
          }
        }
      }
    }
    events.add(
        Map.of(
            "choices",
            List.of(
                Map.of(
                    "index",
                    0,
                    "delta",
                    Map.of(),
                    "finish_reason",
                    called ? "tool_calls" : "stop"))));
  }

  private void delta(String field, Object value) {
    events.add(Map.of("choices", List.of(Map.of("index", 0, "delta", Map.of(field, value)))));
  }

  private void responses(List<AnswerPart> parts) {
    var output = new ArrayList<Map<String, ?>>();
    for (int i = 0; i < parts.size(); i++) {
      String id = "item_" + i;
      switch (parts.get(i)) {
        case AnswerPart.Text text -> {
          item("added", i, Map.of("type", "message", "id", id, "content", List.of()));
          for (String piece : pieces(text.text())) {
            event("response.output_text.delta", id, i, Map.of("content_index", 0, "delta", piece));
          }
          output.add(
              Map.of(
                  "type",
                  "message",
                  "id",
                  id,
                  "content",
                  List.of(Map.of("type", "output_text", "text", text.text()))));
        }
        case AnswerPart.Thought thought -> {
          item("added", i, Map.of("type", "reasoning", "id", id, "summary", List.of()));
          for (String piece : pieces(thought.text())) {
            event(
                "response.reasoning_summary_text.delta",
                id,
                i,
                Map.of("summary_index", 0, "delta", piece));
          }
          output.add(
              Map.of(
                  "type",
                  "reasoning",
                  "id",
                  id,
                  "summary",
                  List.of(Map.of("type", "summary_text", "text", thought.text()))));
        }
        case AnswerPart.Call call -> {
          String arguments = json(call.arguments());
          item("added", i, callItem(id, call, ""));
          if (random.nextBoolean()) {
            for (String piece : pieces(arguments)) {
              event("response.function_call_arguments.delta", id, i, Map.of("delta", piece));
            }
          }
          event("response.function_call_arguments.done", id, i, Map.of("arguments", arguments));
          output.add(callItem(id, call, arguments));
        }
      }
      item("done", i, output.getLast());
    }
    events.add(
        Map.of(
            "type",
            "response.completed",
            "response",
            Map.of("status", "completed", "output", random.nextBoolean() ? output : List.of())));
  }

  private static Map<String, ?> callItem(String id, AnswerPart.Call call, String arguments) {
    return Map.of(
        "type",
        "function_call",
        "id",
        id,
        "call_id",
        "call_" + id,
        "name",
        call.name(),
        "arguments",
        arguments);
  }

  private void item(String what, int index, Map<String, ?> item) {
    events.add(Map.of("type", "response.output_item." + what, "output_index", index, "item", item));
  }

  private void event(String type, String item, int index, Map<String, ?> fields) {
    var event = new LinkedHashMap<String, Object>();
    event.put("type", type);
    event.put("item_id", item);
    event.put("output_index", index);
    event.putAll(fields);
    events.add(event);
  }

  private void messages(List<AnswerPart> parts, boolean called) {
    events.add(Map.of("type", "message_start", "message", Map.of()));
    for (int i = 0; i < parts.size(); i++) {
      switch (parts.get(i)) {
        case AnswerPart.Text text ->
            block(i, Map.of("type", "text", "text", ""), "text_delta", "text", text.text());
        case AnswerPart.Thought thought ->
            block(
                i,
                Map.of("type", "thinking", "thinking", ""),
                "thinking_delta",
                "thinking",
                thought.text());
        case AnswerPart.Call call ->
            block(
                i,
                Map.of("type", "tool_use", "id", "c" + i, "name", call.name(), "input", Map.of()),
                "input_json_delta",
                "partial_json",
                json(call.arguments()));
      }
    }
    events.add(
        Map.of(
            "type",
            "message_delta",
            "delta",
            Map.of("stop_reason", called ? "tool_use" : "end_turn")));
    events.add(Map.of("type", "message_stop"));
  }

  private void block(int index, Map<String, ?> start, String delta, String field, String text) {
    events.add(Map.of("type", "content_block_start", "index", index, "content_block", start));
    for (String piece : pieces(text)) {
      if (random.nextInt(8) == 0) {
        events.add(Map.of("type", "ping"));
      }
      events.add(
          Map.of(
              "type",
              "content_block_delta",
              "index",
              index,
              "delta",
              Map.of("type", delta, field, piece)));
    }
    events.add(Map.of("type", "content_block_stop", "index", index));
  }

  private void gemini(List<AnswerPart> parts) {
    var pending = new ArrayList<Map<String, ?>>();
    for (AnswerPart part : parts) {
      switch (part) {
        case AnswerPart.Text text ->
            pieces(text.text()).forEach(it -> pending.add(Map.of("text", it)));
        case AnswerPart.Thought thought ->
            pieces(thought.text()).forEach(it -> pending.add(Map.of("text", it, "thought", true)));
        case AnswerPart.Call call ->
            pending.add(
                Map.of("functionCall", Map.of("name", call.name(), "args", call.arguments())));
      }
    }
    for (int at = 0; at < pending.size(); ) {
      int end = Math.min(pending.size(), at + 1 + random.nextInt(3));
      var content = Map.of("role", "model", "parts", pending.subList(at, end));
      events.add(
          Map.of(
              "candidates",
              List.of(
                  end == pending.size()
                      ? Map.of("index", 0, "content", content, "finishReason", "STOP")
                      : Map.of("index", 0, "content", content))));
      at = end;
    }
  }

  private void ollama(List<AnswerPart> parts) {
    for (AnswerPart part : parts) {
      switch (part) {
        case AnswerPart.Text text -> pieces(text.text()).forEach(it -> line(Map.of("content", it)));
        case AnswerPart.Thought thought ->
            pieces(thought.text()).forEach(it -> line(Map.of("content", "", "thinking", it)));
        case AnswerPart.Call call ->
            line(
                Map.of(
                    "content",
                    "",
                    "tool_calls",
                    List.of(
                        Map.of(
                            "function",
                            Map.of("name", call.name(), "arguments", call.arguments())))));
      }
    }
    events.add(
        Map.of(
            "message",
            Map.of("role", "assistant", "content", ""),
            "done",
            true,
            "done_reason",
            "stop"));
  }

  private void line(Map<String, ?> message) {
    events.add(Map.of("message", message, "done", false));
  }

  /** The text in pieces, also empty ones. */
  private List<String> pieces(String text) {
    var pieces = new ArrayList<String>();
    for (int at = 0; at < text.length(); ) {
      int end = Math.min(text.length(), at + random.nextInt(9));
      pieces.add(text.substring(at, end));
      at = end;
    }
    return pieces;
  }

  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
