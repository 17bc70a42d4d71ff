package io.awaken.interop;

import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the conformance suites against the MCP client. */
class ConformanceClientInterop {

  /** Timeout of a scenario; all run concurrently, each in its own process. */
  private static final String TIMEOUT_MILLIS = "120000";

  @Test
  @Rows({224, 1156})
  void theNewestRevisionsSuiteFindsOnlyKnownFailures() throws Exception {
    assertOnlyKnownFailures(ConformanceSuite.WITHOUT_SESSIONS);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "WITHOUT_SESSIONS")
  @Nightly("a JVM for each scenario; McpClientInterop uses servers of these revisions")
  @Rows({224, 1156})
  void theSuitesOfEarlierRevisionsFindOnlyKnownFailures(ConformanceSuite suite) throws Exception {
    assertOnlyKnownFailures(suite);
  }

  private static void assertOnlyKnownFailures(ConformanceSuite suite) throws Exception {
    NodePrograms programs =
        NodePrograms.of("mcp").newer().with("CLASSPATH", System.getProperty("java.class.path"));
    suite.run(programs, "client", "--command", command(), "--timeout", TIMEOUT_MILLIS);
  }

  private static String command() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return java + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC " + ConformanceClient.class.getName();
  }
}
