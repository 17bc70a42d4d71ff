package io.awaken.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

  @TempDir private Path folder;

  private final ByteArrayOutputStream console = new ByteArrayOutputStream();
  private final Report report = new Report(new PrintStream(console, true, StandardCharsets.UTF_8));

  @Test
  void oneTableListsTheFiguresOfAllServersInMeasuringOrder() throws IOException {
    Report payara = report.of("Payara Micro");
    Report wildfly = report.of("WildFly");
    report.environment("JDK", "25");
    payara.row("runs", "100/s", "300/s", "64 clients");
    wildfly.row("runs", "90/s", "300/s", "");
    wildfly.progress("idle");

    report.finish(folder.resolve("figures.md"));

    assertThat(folder.resolve("figures.md"))
        .content()
        .isEqualToNormalizingNewlines(
            """
            - JDK: 25

            | Server       | Figure | Value | Target | Notes |
            |---|---|---|---|---|
            | Payara Micro | runs   | 100/s | 300/s  | 64 clients |
            | WildFly      | runs   | 90/s  | 300/s  |  |
            """);
    assertThat(console.toString(StandardCharsets.UTF_8))
        .contains("  Payara Micro: runs: 100/s (64 clients)")
        .contains("  WildFly: idle");
  }
}
