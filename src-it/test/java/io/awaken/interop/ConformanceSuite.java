package io.awaken.interop;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * A suite that the protocol's own project publishes, for one revision. What is known to fail stands
 * with its reason in {@code src-it/interop/mcp/expected}; the suite fails when something else does,
 * and when something of that does no longer.
 */
enum ConformanceSuite {
  /** All of the last release before the revision without sessions. */
  RELEASED("@modelcontextprotocol/conformance", "0.1.16", "--suite", "all"),
  /** What the newest suite demands of servers and clients with sessions. */
  WITH_SESSIONS("conformance-next", "2025-11-25", "--requirements", "2025-11-25"),
  /** What it demands of those without. */
  WITHOUT_SESSIONS("conformance-next", "2026-07-28", "--requirements", "2026-07-28");

  private final String program;
  private final String known;
  private final List<String> scenarios;

  ConformanceSuite(String packageName, String known, String... scenarios) {
    this.program = "node_modules/" + packageName + "/dist/index.js";
    this.known = "expected/" + known + ".yml";
    this.scenarios = List.of(scenarios);
  }

  /**
   * Runs it.
   *
   * @param arguments which side is tested, and where or how
   */
  void run(String... arguments) throws IOException, InterruptedException {
    run(NodePrograms.of("mcp").newer(), arguments);
  }

  /** The same with an environment. */
  void run(NodePrograms programs, String... arguments) throws IOException, InterruptedException {
    Stream<String> all =
        Stream.of(Stream.of(arguments), scenarios.stream(), Stream.of("--expected-failures", known))
            .flatMap(some -> some);
    programs.run(program, all.toArray(String[]::new));
  }
}
