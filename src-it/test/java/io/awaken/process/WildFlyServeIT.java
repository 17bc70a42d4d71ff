package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Attacks;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.FreePorts;
import io.awaken.fixture.Nightly;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** {@code mvn -Pserve -Dawaken.server=wildfly}. */
@Nightly("starts three servers, one after the other; src-it/attacks/run serves WildFly")
@EnabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
@BesideOthers
class WildFlyServeIT {

  private static final Map<String, String> WILDFLY = Map.of("awaken.server", "wildfly");

  private static Path build;
  private int port;

  @BeforeAll
  static void build() throws Exception {
    build = Workplace.of(WildFlyServeIT.class).folder().toAbsolutePath();
    Files.copy(Workplace.archive(), build.resolve("awaken.war"));
  }

  @BeforeEach
  void findAPort() throws Exception {
    port = FreePorts.next();
  }

  @Test
  @Attacks("S08")
  void aServerAcceptsOnlyThisMachineAndKeepsItsRunsAfterARestart() throws Exception {
    String run;
    ProcessHandle server;
    try (ServeLauncher launcher = ServeLauncher.start(build, port, WILDFLY);
        Api api = new Api(port)) {
      server = launcher.server();
      assertThat(launcher.printed())
          .anyMatch(
              line -> line.startsWith("Awaken EE is ready at http://localhost:" + port + "/ "))
          .anyMatch(line -> line.startsWith("It serves this machine only"))
          .anyMatch(line -> line.contains("The agent default is answered by "));
      assertThat(server.info().arguments().orElseThrow()).contains("-XX:+ExitOnOutOfMemoryError");

      run = api.run("default").readToEnd().getFirst().field("run_id");

      assertThat(ListeningSocket.of(server.pid()))
          .anyMatch(socket -> socket.port() == port)
          .hasSize(2)
          .noneMatch(ListeningSocket::isPublic);
    }
    assertThat(server.isAlive()).isFalse();

    try (ServeLauncher launcher = ServeLauncher.start(build, port, WILDFLY);
        Api api = new Api(port)) {
      assertThat(launcher.server().isAlive()).isTrue();
      assertThat(api.get("v1/runs/" + run)).contains("\"status\":\"done\"");
      assertThat(build.resolve("data-" + port)).isNotEmptyDirectory();
    }
  }

  @Test
  @Attacks("S08")
  void otherMachinesReachNothingButHttpWhenAnAddressIsConfigured() throws Exception {
    String hosts = String.join(",", OwnAddresses.beyondLoopback());
    var open =
        Map.of(
            "awaken.server", "wildfly", "awaken.http.host", "0.0.0.0", "awaken.http.hosts", hosts);
    try (ServeLauncher launcher = ServeLauncher.start(build, port, open)) {
      assertThat(ListeningSocket.of(launcher.server().pid()))
          .filteredOn(ListeningSocket::isPublic)
          .extracting(ListeningSocket::port)
          .containsOnly(port);
    }
  }
}
