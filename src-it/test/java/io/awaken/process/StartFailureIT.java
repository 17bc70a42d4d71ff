package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Attacks;
import io.awaken.fixture.FreePorts;
import io.awaken.fixture.Nightly;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** If {@code mvn -Pserve} cannot start, it prints the reason, ends, and leaves no server behind. */
@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
class StartFailureIT {

  private static final long TIMEOUT_SECONDS = 240;
  private static final String WORDS = "Awaken EE did not start: ";

  private static Workplace at;

  @BeforeAll
  static void prepare() throws IOException {
    at = Workplace.of(StartFailureIT.class);
  }

  @Test
  void aPortInUse() throws Exception {
    try (ServerSocket occupied = new ServerSocket(0)) {
      String port = String.valueOf(occupied.getLocalPort());

      assertThat(reason(Map.of("awaken.http.port", port)))
          .isEqualTo(
              "Port "
                  + port
                  + " is in use: stop the program that uses it or set -Dawaken.http.port=");
    }
  }

  @Test
  void anInvalidPort() throws Exception {
    assertThat(reason(Map.of("awaken.http.port", "http"))).contains("awaken.http.port", "65535");
  }

  @Test
  void anUnknownServer() throws Exception {
    assertThat(reason(Map.of("awaken.server", "tomcat")))
        .isEqualTo("awaken.server must be payara or wildfly, it is tomcat");
  }

  @Test
  void aMissingWildFly() throws Exception {
    assertThat(reason(Map.of("awaken.server", "wildfly"))).contains("-Dawaken.server=wildfly");
  }

  /**
   * Tests may run as root, who could write to any directory; a path below a file fails for root
   * too.
   */
  @Test
  void anUnwritableDataDirectory() throws Exception {
    Path file = Files.createFile(at.nextStart().resolve("file"));

    assertThat(reason(Map.of("awaken.data.dir", file.resolve("data").toString())))
        .contains(file.resolve("data").toString(), "cannot be written", "-Dawaken.data.dir=");
  }

  @Test
  @Nightly("starts its own server")
  void brokenAgentFiles() throws Exception {
    Path folder = at.documents().folder();
    Path agents = Files.createDirectories(folder.resolve("agents"));
    Files.writeString(
        agents.resolve("clerk.yaml"), "model_id: default\ndescription: A clerk\nmax_rounds: many");
    Files.writeString(agents.resolve("smith.yaml"), "model_id: default\nhammers: 2");

    List<String> reasons = reasons(Map.of("awaken.config.dir", folder.toString()));

    assertThat(reasons).hasSize(3);
    assertThat(reasons.get(0))
        .startsWith("agents/clerk.yaml:3:1 max_rounds must be a whole number");
    assertThat(reasons.get(1)).startsWith("agents/smith.yaml:2:1 hammers is unknown");
    assertThat(reasons.get(2)).startsWith("(its log: ");
  }

  @Test
  @Nightly("starts its own server")
  void anUnreachableDatabase() throws Exception {
    String address = "127.0.0.1:" + FreePorts.next();

    assertThat(
            reason(
                Map.of(
                    "awaken.db.url",
                    "jdbc:postgresql://" + address + "/awaken",
                    "awaken.db.password",
                    "swordfish")))
        .contains(address)
        .doesNotContain("swordfish");
  }

  @Test
  @Nightly("starts its own server")
  void aSettingOutsideItsLimits() throws Exception {
    assertThat(reason(Map.of("awaken.mailbox.lease", "PT1S")))
        .contains("awaken.mailbox.lease", "PT3S", "PT1H");
  }

  /** Settings that would admit unauthorized callers, and the settings named in the message. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mp.jwt.verify.publickey=x | mp.jwt.verify.publickey, mp.jwt.verify.issuer, mp.jwt.verify.audiences
          mp.jwt.verify.publickey.location=file:///k.pem mp.jwt.verify.issuer=https://issuer.example | mp.jwt.verify.publickey.location, mp.jwt.verify.audiences
          mp.jwt.verify.publickey.location=file:///k.pem mp.jwt.verify.issuer=https://issuer.example mp.jwt.verify.audiences=awaken | mp.jwt.verify.publickey.location, cannot be read
          awaken.http.trusted-proxies=10.0.0.0/8,gateway.example | awaken.http.trusted-proxies, gateway.example
          awaken.http.cors.origins=* awaken.http.cors.credentials=true | awaken.http.cors.origins, awaken.http.cors.credentials
          """)
  @Nightly("starts its own server each time")
  @Attacks({"S03", "S11", "S52"})
  void anInsecureSetting(String settings, String named) throws Exception {
    Map<String, String> more =
        Arrays.stream(settings.split(" "))
            .map(each -> each.split("=", 2))
            .collect(Collectors.toMap(each -> each[0], each -> each[1]));

    assertThat(reason(more)).contains(named.split(", "));
  }

  /** The launcher's message, which has one line. */
  private static String reason(Map<String, String> settings) throws Exception {
    List<String> reasons = reasons(settings);
    assertThat(reasons).hasSize(1);
    return reasons.getFirst();
  }

  /**
   * Checks what every failed start has in common, and returns the lines of the launcher's message.
   */
  private static List<String> reasons(Map<String, String> settings) throws Exception {
    Path work = at.nextStart();
    Files.createSymbolicLink(
        work.resolve("payara-micro.jar"), Workplace.build().resolve("payara-micro.jar"));
    String port = settings.getOrDefault("awaken.http.port", String.valueOf(FreePorts.next()));
    Properties properties = new Properties();
    properties.setProperty("awaken.http.port", port);
    properties.setProperty("awaken.data.dir", at.data().toString());
    properties.putAll(settings);
    try (var out = Files.newOutputStream(work.resolve("serve.properties"))) {
      properties.store(out, null);
    }
    Path output = work.resolve("output.txt");
    Process launcher =
        new ProcessBuilder(
                ServeLauncher.command(
                    work,
                    Workplace.archive(),
                    work.resolve("serve.properties"),
                    // Other parts of a build may have downloaded WildFly to its place.
                    work.resolve("missing")))
            .redirectError(output.toFile())
            .redirectOutput(work.resolve("console.txt").toFile())
            .start();
    boolean ended = launcher.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    // A server that has started nevertheless would disturb the other tests.
    launcher.descendants().forEach(ProcessHandle::destroyForcibly);

    assertThat(ended).isTrue();
    assertThat(launcher.exitValue()).isEqualTo(1);
    assertThat(processesStartedIn(work)).isEmpty();
    assertThat(work.resolve("serve.properties")).doesNotExist();
    try (Stream<Path> left = Files.walk(work)) {
      assertThat(left).noneMatch(file -> file.endsWith("serve.system.properties"));
    }
    String message = Files.readString(output);
    assertThat(message).startsWith(WORDS);
    return message.substring(WORDS.length()).lines().toList();
  }

  private static List<ProcessHandle> processesStartedIn(Path work) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(work.toString()))
        .toList();
  }
}
