package io.awaken.chaos.bed;

import io.awaken.process.Documents;
import io.awaken.process.Turns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The agents of the bed and the turns of their scripted models. The checks use them as well. */
public enum AgentScript {
  /** A long answer without calls. */
  TALKER(8, false, false, Turns.says(Turns.words(60))),
  /** A repeatable call. */
  BOOKER(4, false, false, turn("Let me book.", book("room", 60)), Turns.says("It is booked now.")),
  /** A non-repeatable call. */
  PAYER(4, false, false, turn("Let me pay.", pay("fee", 120)), Turns.says("It is paid now.")),
  /** Three parallel calls. */
  TRIO(
      4,
      false,
      true,
      turn("All at once.", book("a", 20), book("b", 250), book("c", 120)),
      Turns.says("All three are booked.")),
  /** Three sequential calls, one of them non-repeatable. */
  ROW(
      4,
      false,
      false,
      turn("One by one.", book("a", 20), pay("b", 60), book("c", 40)),
      Turns.says("The row is done.")),
  /** Several steps. */
  WALKER(
      6,
      false,
      false,
      turn(Turns.words(12), book("one", 10)),
      turn(Turns.words(9), pay("two", 30)),
      Turns.says(Turns.words(20))),
  /** A repeatable call that needs an approval. */
  ASKER(4, true, false, turn("May I book?", book("suite", 40)), Turns.says("Thank you for this.")),
  /** A non-repeatable call that needs an approval. */
  ASKING_PAYER(4, true, false, turn("May I pay?", pay("bill", 80)), Turns.says("Thank you all."));

  private static final Map<String, ?> ASK = Map.of("default_behavior", "ask");

  private final int wordMillis;
  private final boolean needsApproval;
  private final boolean parallel;
  private final List<Map<String, Object>> turns;

  @SafeVarargs
  @SuppressWarnings("varargs")
  AgentScript(
      int wordMillis, boolean needsApproval, boolean parallel, Map<String, Object>... turns) {
    this.wordMillis = wordMillis;
    this.needsApproval = needsApproval;
    this.parallel = parallel;
    this.turns = List.of(turns);
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  private static Map<String, Object> turn(String text, Map<String, Object>... calls) {
    return Map.of("text", text, "tool_calls", List.of(calls));
  }

  private static Map<String, Object> book(String item, int millis) {
    return Turns.call("book", Map.of("item", item, "millis", millis));
  }

  private static Map<String, Object> pay(String item, int millis) {
    return Turns.call("pay", Map.of("item", item, "millis", millis));
  }

  /** The id of the agent. */
  public String agent() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  /** Whether its calls need an approval. */
  public boolean submissions() {
    return needsApproval;
  }

  /** The text of each turn. */
  public List<String> texts() {
    return turns.stream().map(turn -> (String) turn.get("text")).toList();
  }

  /** The number of calls of each turn. */
  public List<Integer> calls() {
    var counts = new ArrayList<Integer>();
    turns.forEach(
        turn -> counts.add(((List<?>) turn.getOrDefault("tool_calls", List.of())).size()));
    return counts;
  }

  static void write(Documents documents) throws IOException {
    for (AgentScript script : values()) {
      Object[] turns = script.turns.toArray();
      if (script.needsApproval) {
        documents.guarded(script.agent(), ASK, turns);
      } else {
        String mode = script.parallel ? "parallel_streaming" : "sequential";
        var document = Map.of("model_id", script.agent(), "tool_execution_mode", mode);
        documents.agent(script.agent(), document, script.wordMillis, turns);
      }
    }
  }
}
