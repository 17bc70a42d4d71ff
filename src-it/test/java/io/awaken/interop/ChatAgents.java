package io.awaken.interop;

import io.awaken.process.Documents;
import io.awaken.process.Turns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Agents for chat clients, with scripted answers. */
public final class ChatAgents {

  private static final int SLOW_MILLIS = 40;

  /** Slow enough that all clients are still reading when their server is killed. */
  private static final int SLOWER_MILLIS = 100;

  private static final Map<String, ?> ASKS =
      Map.of("rules", List.of(Map.of("tool", "calculate", "behavior", "ask")));

  private static final Map<String, Object> SIX_TIMES_SEVEN =
      Turns.call("calculate", Map.of("expression", "6 * 7"));

  private ChatAgents() {}

  /** Writes all agents. */
  public static void write(Path folder) throws IOException {
    new Documents(folder).agent("default", 0, Turns.says("Hello, dear reader."));
    writeBesideDefault(folder);
  }

  /** Writes agents for what a page sends besides messages: state and instructions. */
  static void writeForPages(Path folder, MirrorModel mirror) throws IOException {
    var changes = Map.of("colour", "blue", "seen", Map.of("by", "the model"));
    var paints = Turns.calls("update_shared_state", Map.of("changes", changes));
    var blue = Turns.says("It is blue.");
    var asks = Map.of("rules", List.of(Map.of("tool", "update_shared_state", "behavior", "ask")));
    List<String> both = List.of("permission", "shared-state");
    var documents =
        new Documents(folder)
            .agent(
                "decorator",
                Map.of("model_id", "decorator", "plugin_ids", List.of("shared-state")),
                0,
                paints,
                blue)
            .agent(
                "cautious",
                Map.of(
                    "model_id",
                    "cautious",
                    "plugin_ids",
                    both,
                    "sections",
                    Map.of("permission", asks)),
                0,
                paints,
                blue)
            .agent("counter", 0, Turns.calls("count_rooms", Map.of()), Turns.says("Counted."))
            .agent(
                "discreet",
                Map.of("model_id", "discreet", "shared_state", false),
                0,
                Turns.says("Never."));
    mirror.agent(documents, "mirror", Map.of());
    mirror.agent(
        documents,
        "instructed",
        Map.of(
            "plugin_ids",
            List.of("permission"),
            "sections",
            Map.of("permission", ASKS),
            "client_instructions",
            true));
    mirror.agent(documents, "deaf", Map.of("client_instructions", false));
  }

  /** Writes all agents except {@code default}, which is built in. */
  static void writeBesideDefault(Path folder) throws IOException {
    new Documents(folder)
        .agent("tools", 0, Turns.asksForTheWeather("Let me look."), Turns.says("It is fine."))
        .agent(
            "parallel",
            0,
            Turns.calls(
                List.of(
                    Turns.call("get_weather", Map.of("city", "Bern")),
                    Turns.call("get_weather", Map.of("city", "Rome")))),
            Turns.says("Fine in both."))
        .agent("thinker", 0, Map.of("reasoning", "They want an answer.", "text", "Here it is."))
        .agent(
            "painter",
            0,
            Turns.calls("pick_colour", Map.of("palette", "warm")),
            Turns.says("So be it."))
        .agent(
            "painters",
            0,
            Turns.calls(
                List.of(
                    Turns.call("pick_colour", Map.of("palette", "warm")),
                    Turns.call("pick_colour", Map.of("palette", "cold")))),
            Turns.says("So be both."))
        .agent("looker", 0, Map.of("text", "I got this:", "tells_received", true))
        .agent(
            "broken",
            0,
            Map.of(
                "text",
                "I was about to",
                "error",
                Map.of("kind", "invalid_request", "message", "for the log")))
        .agent("slow", SLOW_MILLIS, Turns.says(Turns.words(60)))
        .agent("slower", SLOWER_MILLIS, Turns.says(Turns.words(60)))
        .agent(
            "clerk",
            0,
            Turns.calls("refund_order", Map.of("orderId", "A-1001", "amount", 120)),
            Turns.says("Refunded."))
        .guarded(
            "careful",
            ASKS,
            Turns.calls("calculate", Map.of("expression", "6 * 7")),
            Turns.says("Done."))
        .guarded(
            "twice",
            ASKS,
            Turns.calls("calculate", Map.of("expression", "6 * 7")),
            Turns.calls("calculate", Map.of("expression", "6 * 8")),
            Turns.says("Done twice."))
        .agent(
            "both",
            Map.of(
                "model_id",
                "both",
                "plugin_ids",
                List.of("permission"),
                "tool_execution_mode",
                "parallel_batch_approval",
                "sections",
                Map.of("permission", ASKS)),
            0,
            Turns.calls(List.of(SIX_TIMES_SEVEN, SIX_TIMES_SEVEN)),
            Turns.says("Done both."));
  }
}
