package io.awaken.container;

import io.awaken.process.Documents;
import io.awaken.process.Turns;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Agents that try to delete a folder named like themselves with a {@link Shredder}. */
final class ShredderAgents {

  private static final Map<String, String> READ = rule("read_note", "allow");
  private static final Map<String, String> ALLOW = rule("delete_all", "allow");
  private static final Map<String, String> ASK = rule("delete_all", "ask");
  private static final Map<String, String> DENY = rule("delete_all", "deny");
  private static final Map<String, String> DENY_SOME =
      rule("delete_all(folder ~ \"denied*\")", "deny");

  /**
   * A call that matches no tool of its agent.
   *
   * @param arguments an object, or a string that is not valid JSON
   * @param code of the resulting error
   */
  record Misfit(String tool, Object arguments, String code) {}

  /** The calls of the agent {@code misfits}, in one step. */
  static final List<Misfit> MISFITS =
      List.of(
          new Misfit("delete_everything", Map.of(), "not_found"),
          new Misfit("Delete_All", Map.of("folder", "misfits", "depth", 1), "not_found"),
          new Misfit("deleted", Map.of(), "not_found"),
          new Misfit("read_note", Map.of(), "not_found"),
          misfit(Map.of("folder", "misfits", "depth", 1, "force", true)),
          misfit(Map.of("folder", "misfits", "depth", "one")),
          misfit(Map.of("folder", "misfits", "depth", 1.5)),
          misfit(Map.of("folder", List.of("misfits"), "depth", 1)),
          misfit(Map.of("folder", "misfits")),
          misfit(Map.of()),
          misfit("misfits"));

  private ShredderAgents() {}

  private static Map<String, String> rule(String tool, String behavior) {
    return Map.of("tool", tool, "behavior", behavior);
  }

  private static Misfit misfit(Object arguments) {
    return new Misfit("delete_all", arguments, "invalid_arguments");
  }

  static void write(Documents documents) throws IOException {
    var all = MISFITS.stream().map(each -> Turns.call(each.tool(), each.arguments())).toList();
    var allButNotes =
        Map.of("default_behavior", "allow", "rules", List.of(rule("read_note", "deny")));
    agent(documents, "misfits", List.of(), allButNotes, Turns.calls(all));
    Object reads = Turns.calls("read_note", Map.of());
    agent(
        documents,
        "told-asked",
        List.of(),
        Map.of("rules", List.of(READ, ASK)),
        reads,
        wants("told-asked"));
    var some = Map.of("rules", List.of(READ, ALLOW, DENY_SOME));
    agent(documents, "denied-told", List.of(), some, reads, wants("denied-told"));
    wanting(documents, "denied-first", Map.of("rules", List.of(DENY_SOME, ALLOW)));
    wanting(documents, "denied-last", Map.of("rules", List.of(ALLOW, DENY_SOME)));
    wanting(documents, "hidden", Map.of("rules", List.of(DENY, ALLOW)));
    wanting(documents, "by-default", Map.of("default_behavior", "deny"));
    wanting(documents, "no-rules", Map.of());
    wanting(documents, "unreadable", Map.of("rules", List.of(rule("delete_all(", "allow"))));
    wanting(documents, "broken", Map.of("rules", List.of(ALLOW)), BrokenPolicy.NAME);
    documents.agent("auditor", 0, Turns.calls("deleted", Map.of()), Turns.says("That is all."));
  }

  private static void wanting(
      Documents documents, String agent, Map<String, ?> rules, String... plugins)
      throws IOException {
    agent(documents, agent, List.of(plugins), rules, wants(agent));
  }

  private static Map<String, Object> wants(String agent) {
    return Turns.calls("delete_all", Map.of("folder", agent, "depth", 1));
  }

  /**
   * @param plugins in addition to the one that evaluates the rules
   * @param turns all but the last, in which the model reports that it tried
   */
  private static void agent(
      Documents documents, String name, List<String> plugins, Map<String, ?> rules, Object... turns)
      throws IOException {
    var document =
        Map.of(
            "model_id",
            name,
            "allowed_tools",
            List.of("read_note", "delete_all"),
            "plugin_ids",
            Stream.concat(Stream.of("permission"), plugins.stream()).toList(),
            "sections",
            Map.of("permission", rules));
    var all = Stream.concat(Stream.of(turns), Stream.of(Turns.says("I tried.")));
    documents.agent(name, document, 0, all.toArray());
  }
}
