package io.awaken.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {

  private static final String FAILED =
      "2026-11-21T12:42:19.988 SEVERE  javax.enterprise.system.core Exception during lifecycle"
          + " processing\n";

  @TempDir Path folder;

  @Test
  void aFailedDeploymentIsReportedWithTheContainersMessage() {
    assertThat(
            reason(
                FAILED
                    + """
                    org.example.DeploymentException: CDI deployment failure:WELD-001408: No bean Tool
                      at injection point [BackedAnnotatedField] @Inject shop.Till.tool
                    \tat org.example.Loader.load(Loader.java:1)
                    Caused by: org.example.Unsatisfied: something else
                    2026-11-21T12:42:19.999 SEVERE  javax.enterprise.system.core WELD-9: later
                    """))
        .contains("Exception during lifecycle processing: WELD-001408: No bean Tool");
  }

  @Test
  void anyOtherErrorIsReportedWithItsFirstCause() {
    assertThat(
            reason(
                FAILED
                    + """
                    org.example.Wrapper: it went wrong
                    \tat org.example.Loader.load(Loader.java:1)
                    Caused by: java.lang.NoClassDefFoundError: shop/Till
                    \tat org.example.Loader.load(Loader.java:2)
                    Caused by: java.lang.ClassNotFoundException: shop.Till
                    """))
        .contains(
            "Exception during lifecycle processing: java.lang.NoClassDefFoundError: shop/Till");
  }

  @Test
  void anErrorWithoutACauseIsReportedWithItsException() {
    assertThat(reason(FAILED + "org.example.Refused: no\n\tat org.example.Loader.load(L.java:1)\n"))
        .contains("Exception during lifecycle processing: org.example.Refused: no");
  }

  @Test
  void anErrorIsNotReportedWithTheTraceOfALaterRecord() {
    assertThat(
            reason(
                FAILED
                    + "2026-11-21T12:42:20.000 WARNING org.example.Other careful\n"
                    + "Caused by: org.example.Unrelated: x\n"))
        .contains("Exception during lifecycle processing");
  }

  @Test
  void theApplicationsReasonPrecedesErrorsOfTheServer() {
    assertThat(
            reason(
                FAILED
                    + "Caused by: org.example.Refused: no\n"
                    + "2026-11-21T12:42:20.000 SEVERE  io.awaken.server.StoreHost"
                    + " Awaken EE cannot start: the folder is in use\n"))
        .contains("the folder is in use");
  }

  @Test
  void aReasonOfSeveralLinesIsReportedWholeOnceItIsRead() {
    String refused =
        """
        2026-11-21T12:42:20.000 SEVERE  io.awaken.x.Host Awaken EE cannot start: agents/a.yaml:2:1 one
        agents/b.yaml:1:1 two

        """;
    assertThat(log(refused).saysItCannotStart()).isFalse();

    ServerLog log = log(refused + FAILED + "Caused by: org.example.Refused: no\n");

    assertThat(log.saysItCannotStart()).isTrue();
    assertThat(log.reason()).contains("agents/a.yaml:2:1 one\nagents/b.yaml:1:1 two");
  }

  @Test
  void aLongCauseIsCutToOneLine() {
    assertThat(reason(FAILED + "Caused by: " + "x".repeat(100_000) + "\n"))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .hasSize(FirstError.LONGEST)
                    .startsWith("Exception during lifecycle processing: xxx")
                    .endsWith("x..."));
  }

  @Test
  void aFailedDeploymentOnWildFlyIsReportedWithItsFirstCause() {
    assertThat(
            reason(
                """
                2026-11-25T21:13:02.120 ERROR   org.jboss.msc.service.fail MSC000001: Failed to start
                org.jboss.msc.service.StartException in service deployment
                \tat org.example.Loader.load(Loader.java:1)
                Caused by: java.lang.ClassNotFoundException: shop.Till
                2026-11-25T21:13:02.500 ERROR   org.jboss.as WFLYSRV0026: started (with errors)
                """))
        .contains("MSC000001: Failed to start: java.lang.ClassNotFoundException: shop.Till");
  }

  @Test
  void aStartWithoutTheApplicationIsDetectedOnBothServers() {
    assertThat(
            log("2026-11-25T21:13:02.500 INFO    PayaraMicro Payara ready in 9,120 (ms)").booted())
        .isTrue();
    assertThat(log("2026-11-25T21:13:02.500 ERROR   org.jboss.as WFLYSRV0026: WildFly").booted())
        .isTrue();
    assertThat(log("2026-11-25T21:13:02.500 WARN    org.jboss.as WFLYSRV0018: WildFly").booted())
        .isFalse();
  }

  /** Writing to {@code /dev/full} fails like on a full disk. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskNeitherStopsTheServerNorHidesTheReason() {
    var console = new ByteArrayOutputStream();
    String text =
        "2026-11-21T12:42:19.000 INFO    PayaraMicro one\n"
            + "2026-11-21T12:42:20.000 SEVERE  io.awaken.server.StoreHost Awaken EE cannot start:"
            + " no room\n";
    var log =
        new ServerLog(
            new BufferedReader(new StringReader(text)),
            Path.of("/dev/full"),
            new PrintStream(console, true, StandardCharsets.UTF_8));

    log.run();

    assertThat(log.reason()).contains("no room");
    assertThat(console.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("The log /dev/full lacks lines until it can be written again");
  }

  @Test
  void aLogWithoutAnErrorGivesNoReason() {
    assertThat(reason("2026-11-21T12:42:20.000 INFO    PayaraMicro up\nCaused by: x\n")).isEmpty();
  }

  private Optional<String> reason(String text) {
    return log(text).reason();
  }

  private ServerLog log(String text) {
    Path file = folder.resolve("serve.log");
    var console = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    var log = new ServerLog(new BufferedReader(new StringReader(text)), file, console);
    log.run();
    assertThat(file)
        .content()
        .isEqualToNormalizingNewlines(text.endsWith("\n") ? text : text + "\n");
    return log;
  }
}
