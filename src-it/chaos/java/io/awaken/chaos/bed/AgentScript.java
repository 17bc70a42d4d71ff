package io.awaken.chaos.bed;

import io.awaken.core.tool.DelegateTool;
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
  ASKING_PAYER(4, true, false, turn("May I pay?", pay("bill", 80)), Turns.says("Thank you all.")),
  /** The booker of the remote server. */
  FAR_BOOKER(BOOKER),
  /** The talker of the remote server. */
  FAR_TALKER(TALKER),
  /** Five delegates at the same time, two of them remote. */
  PARENT(List.of(PAYER, TRIO, TALKER, FAR_BOOKER, FAR_TALKER));

  private static final Map<String, ?> ASK = Map.of("default_behavior", "ask");

  /** Between the texts of a remote agent in its one answer here. */
  private static final String BETWEEN = "\n\n";

  private static final int POLL_MILLIS = 200;

  private final int wordMillis;
  private final boolean needsApproval;
  private final boolean parallel;
  private final AgentScript target;
  private final List<AgentScript> delegates;
  private final List<Map<String, Object>> turns;

  @SafeVarargs
  @SuppressWarnings("varargs")
  AgentScript(
      int wordMillis, boolean needsApproval, boolean parallel, Map<String, Object>... turns) {
    this(wordMillis, needsApproval, parallel, null, List.of(), List.of(turns));
  }

  AgentScript(AgentScript target) {
    this(0, false, false, target, List.of(), List.of(answer(target)));
  }

  AgentScript(List<AgentScript> delegates) {
    this(
        4,
        false,
        false,
        null,
        delegates,
        List.of(delegation(delegates), Turns.says("All five have ended.")));
  }

  AgentScript(
      int wordMillis,
      boolean needsApproval,
      boolean parallel,
      AgentScript target,
      List<AgentScript> delegates,
      List<Map<String, Object>> turns) {
    this.wordMillis = wordMillis;
    this.needsApproval = needsApproval;
    this.parallel = parallel;
    this.target = target;
    this.delegates = delegates;
    this.turns = turns;
  }

  private static Map<String, Object> answer(AgentScript target) {
    return Turns.says(String.join(BETWEEN, target.texts()));
  }

  private static Map<String, Object> delegation(List<AgentScript> delegates) {
    var prompt = Map.of(DelegateTool.PROMPT, "Do your part.");
    var calls =
        delegates.stream().map(each -> Turns.call(DelegateTool.id(each.agent()), prompt)).toList();
    return Map.of("text", "Five at once.", "tool_calls", calls);
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

  /** Whether the remote server executes it. */
  public boolean remote() {
    return target != null;
  }

  /**
   * Writes the documents of all agents.
   *
   * @param remote the address of the remote server
   */
  static void write(Documents documents, String remote) throws IOException {
    for (AgentScript script : values()) {
      Object[] turns = script.turns.toArray();
      if (script.remote()) {
        documents.remote(script.agent(), script.endpoint(remote));
      } else if (script.needsApproval) {
        documents.guarded(script.agent(), ASK, turns);
      } else {
        documents.agent(script.agent(), script.document(), script.wordMillis, turns);
      }
    }
  }

  private Map<String, ?> endpoint(String address) {
    return Map.of(
        "backend",
        "a2a",
        "base_url",
        address,
        "target",
        target.agent(),
        "options",
        Map.of("poll_interval_ms", POLL_MILLIS));
  }

  private Map<String, ?> document() {
    return Map.of(
        "model_id",
        agent(),
        "tool_execution_mode",
        parallel ? "parallel_streaming" : "sequential",
        "delegates",
        delegates.stream().map(AgentScript::agent).toList(),
        "expose",
        "a2a");
  }
}
