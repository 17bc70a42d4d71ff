package io.awaken.container;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Attacks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URL;
import java.util.concurrent.locks.LockSupport;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * A client that sends its body byte by byte. Not on WildFly, where nobody is told as long as bytes
 * come (docs/attacks.md).
 */
@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
class SlowBodyIT extends ApiContainerTest {

  /** Far more than it gets rid of in the time that a body has. */
  private static final int LENGTH = 100_000;

  private static final long PAUSE_NANOS = 50_000_000;

  @ArquillianResource private URL at;

  @Deployment
  static WebArchive archive() {
    return AwakenArchive.asBuilt()
        .addAsResource(
            new StringAsset("awaken.http.body-time=PT1S\n"),
            "META-INF/microprofile-config.properties");
  }

  @Test
  @Timeout(60)
  @Attacks("S32")
  void itIsRefusedWhenItsTimeIsOverAndNobodyElseIs() throws Exception {
    try (var socket = new Socket(at.getHost(), at.getPort())) {
      OutputStream out = socket.getOutputStream();
      String head =
          "POST /v1/threads HTTP/1.1\r\nHost: %s:%d\r\nContent-Type: application/json\r\n"
                  .formatted(at.getHost(), at.getPort())
              + "Content-Length: %d\r\n\r\n".formatted(LENGTH);
      out.write(head.getBytes(US_ASCII));
      dribble(socket, out);

      var answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      assertThat(answer.readLine()).startsWith("HTTP/1.1 408");
    }
    assertThat(api.postJson("/v1/threads", "{}").status()).isEqualTo(201);
  }

  /** Until somebody answers; a server that has may not take any more. */
  private static void dribble(Socket socket, OutputStream out) {
    try {
      while (socket.getInputStream().available() == 0) {
        out.write(' ');
        out.flush();
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (IOException e) {
      // The answer is there all the same, or the test fails.
    }
  }
}
