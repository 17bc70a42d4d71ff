package io.awaken.interop;

import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Rows;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The conformance suites against the client of MCP servers. */
@BesideOthers
class ConformanceClientInterop {

  /** For each scenario: all run at once, each in a program of its own. */
  private static final String PATIENCE_MILLIS = "120000";

  @ParameterizedTest
  @EnumSource
  @Rows({224, 1156})
  void theConformanceSuiteFindsNothingButWhatIsKnown(ConformanceSuite suite) throws Exception {
    NodePrograms programs =
        NodePrograms.of("mcp").newer().with("CLASSPATH", System.getProperty("java.class.path"));
    suite.run(programs, "client", "--command", command(), "--timeout", PATIENCE_MILLIS);
  }

  private static String command() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return java + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC " + ConformanceClient.class.getName();
  }
}
