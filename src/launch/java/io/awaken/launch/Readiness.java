package io.awaken.launch;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * Waits until the application itself reports that it is healthy, regardless of the server's log.
 */
final class Readiness {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Longer than a few timeouts on a busy machine. */
  private static final Duration AFTER_BOOT = Duration.ofSeconds(20);

  private static final int POLL_MILLIS = 200;
  private static final int NO_ANSWER = 0;
  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;

  private final HttpRequest health;
  private final ServerProcess server;
  private final ServerLog log;
  private int lastStatus;
  private String lastBody = "";

  Readiness(HttpAddress http, ServerProcess server, ServerLog log) {
    this.health =
        HttpRequest.newBuilder(http.uri("/health")).timeout(Duration.ofSeconds(6)).build();
    this.server = server;
    this.log = log;
  }

  void await() throws LaunchFailed, InterruptedException {
    long start = System.nanoTime();
    long bootedAt = 0;
    try (HttpClient client = HttpClient.newHttpClient()) {
      while (!isHealthy(client)) {
        long now = System.nanoTime();
        bootedAt = bootedAt == 0 && log.booted() ? now : bootedAt;
        boolean notDeployed =
            bootedAt != 0 && answersWithoutUs() && now - bootedAt > AFTER_BOOT.toNanos();
        if (log.saysItCannotStart()
            || !server.isAlive()
            || notDeployed
            || now - start > PATIENCE.toNanos()) {
          throw new LaunchFailed(reason());
        }
        Thread.sleep(POLL_MILLIS);
      }
    }
  }

  /** On a busy machine the first requests may get no answer, which means nothing. */
  private boolean answersWithoutUs() {
    return lastStatus != NO_ANSWER && lastStatus != UNAVAILABLE;
  }

  private String reason() {
    String reason = log.reason().orElse("/health does not answer as it should " + lastBody);
    return reason + (reason.contains("\n") ? "\n" : " ") + "(its log: " + log.file() + ")";
  }

  /** The server's own health check may answer before the server has read its configuration. */
  private boolean isHealthy(HttpClient client) throws InterruptedException {
    try {
      var response = client.send(health, BodyHandlers.ofString());
      lastStatus = response.statusCode();
      lastBody = response.body().lines().findFirst().orElse("");
      return lastStatus == OK && lastBody.contains("\"components\"");
    } catch (IOException notListeningYet) {
      lastStatus = NO_ANSWER;
      return false;
    }
  }
}
