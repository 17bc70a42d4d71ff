package io.awaken.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {

  private static final String FAILED =
      "2026-11-21T12:42:19.988 SEVERE  javax.enterprise.system.core Exception during lifecycle"
          + " processing\n";

  @TempDir Path folder;

  @Test
  void a_deployment_that_the_server_refuses_is_told_with_the_words_of_its_container() {
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
  void any_other_error_is_told_with_its_first_cause() {
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
  void an_error_without_a_cause_is_told_with_its_exception() {
    assertThat(reason(FAILED + "org.example.Refused: no\n\tat org.example.Loader.load(L.java:1)\n"))
        .contains("Exception during lifecycle processing: org.example.Refused: no");
  }

  @Test
  void an_error_is_not_told_with_the_trace_of_a_later_record() {
    assertThat(
            reason(
                FAILED
                    + "2026-11-21T12:42:20.000 WARNING org.example.Other careful\n"
                    + "Caused by: org.example.Unrelated: x\n"))
        .contains("Exception during lifecycle processing");
  }

  @Test
  void what_the_application_says_goes_before_any_error_of_the_server() {
    assertThat(
            reason(
                FAILED
                    + "Caused by: org.example.Refused: no\n"
                    + "2026-11-21T12:42:20.000 SEVERE  io.awaken.server.StoreHost"
                    + " Awaken EE cannot start: the folder is in use\n"))
        .contains("the folder is in use");
  }

  @Test
  void a_cause_of_any_length_is_told_in_one_line_of_bounded_length() {
    assertThat(reason(FAILED + "Caused by: " + "x".repeat(100_000) + "\n"))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .hasSize(FirstError.LONGEST)
                    .startsWith("Exception during lifecycle processing: xxx")
                    .endsWith("x..."));
  }

  @Test
  void a_log_without_an_error_gives_no_reason() {
    assertThat(reason("2026-11-21T12:42:20.000 INFO    PayaraMicro up\nCaused by: x\n")).isEmpty();
  }

  private Optional<String> reason(String text) {
    Path file = folder.resolve("serve.log");
    var console = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    var log = new ServerLog(new BufferedReader(new StringReader(text)), file, console);
    log.run();
    assertThat(file).content().isEqualTo(text);
    return log.reason();
  }
}
