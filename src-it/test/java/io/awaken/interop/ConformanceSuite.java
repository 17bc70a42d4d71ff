package io.awaken.interop;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * A suite published by the protocol's own project, for one revision. Known failures are listed with
 * their reasons in {@code src-it/interop/mcp/expected}; the suite fails if another test fails, or
 * if a listed one passes.
 */
enum ConformanceSuite {
  /** All scenarios of the last release before the revision without sessions. */
  RELEASED("@modelcontextprotocol/conformance", "0.1.16", "--suite", "all"),
  /** Requirements of the newest suite for servers and clients with sessions. */
  WITH_SESSIONS("conformance-next", "2025-11-25", "--requirements", "2025-11-25"),
  /** Requirements of the newest suite for servers and clients without sessions. */
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
   * Runs the suite.
   *
   * @param arguments the tested side, and its address or command
   */
  void run(String... arguments) throws IOException, InterruptedException {
    run(NodePrograms.of("mcp").newer(), arguments);
  }

  /** Runs the suite with environment variables. */
  void run(NodePrograms programs, String... arguments) throws IOException, InterruptedException {
    Stream<String> all =
        Stream.of(Stream.of(arguments), scenarios.stream(), Stream.of("--expected-failures", known))
            .flatMap(some -> some);
    programs.run(program, all.toArray(String[]::new));
  }
}
