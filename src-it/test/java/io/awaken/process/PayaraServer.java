package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.FreePorts;
import io.awaken.launch.Installation;
import io.awaken.launch.LaunchFailed;
import io.awaken.launch.LaunchedServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** Payara Micro, started like {@code mvn -Pserve} does. */
final class PayaraServer implements ServerProcess {

  private static final Path CONFIGURATION = Path.of("server-config/payara").toAbsolutePath();
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final LaunchedServer server;
  private final int port;
  private final int controlPort;

  private PayaraServer(LaunchedServer server, int port, int controlPort) {
    this.server = server;
    this.port = port;
    this.controlPort = controlPort;
  }

  /** Starts the server and returns when it is healthy. */
  static PayaraServer start(Path work, Properties settings, Path archive, List<String> jvm)
      throws IOException, InterruptedException, LaunchFailed {
    int port = FreePorts.next();
    var at = new Installation(payaraMicro(), archive, CONFIGURATION, work);
    return new PayaraServer(LaunchedServer.start(at, settings, port, jvm), port, 0);
  }

  /** Starts the server within a program that can undeploy the application. */
  static PayaraServer startUndeployable(Path work, Properties settings)
      throws IOException, InterruptedException, LaunchFailed {
    int port = FreePorts.next();
    int controlPort = FreePorts.next();
    List<String> jvm = new ArrayList<>(Workplace.JVM);
    jvm.add("-D" + UndeployablePayara.PORT + "=" + controlPort);
    Path launcher = UndeployablePayara.launcher(work, payaraMicro());
    var at = new Installation(launcher, Workplace.archive(), CONFIGURATION, work);
    return new PayaraServer(LaunchedServer.start(at, settings, port, jvm), port, controlPort);
  }

  private static Path payaraMicro() {
    return Workplace.build().resolve("payara-micro.jar");
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public long pid() {
    return server.pid();
  }

  @Override
  public void kill() throws InterruptedException {
    server.kill();
  }

  @Override
  public void terminate() {
    server.terminate();
  }

  @Override
  public int awaitExit() throws InterruptedException {
    return server.awaitExit(TIMEOUT).orElseThrow();
  }

  @Override
  public void undeploy() throws IOException, InterruptedException {
    control("undeploy");
  }

  @Override
  public void deploy() throws IOException, InterruptedException {
    control("deploy");
  }

  private void control(String what) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      URI uri = URI.create("http://127.0.0.1:" + controlPort + "/" + what);
      var request = HttpRequest.newBuilder(uri).timeout(TIMEOUT.multipliedBy(2)).build();
      var response = client.send(request, BodyHandlers.ofString());
      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
