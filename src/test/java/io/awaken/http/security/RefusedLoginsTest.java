package io.awaken.http.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.text.LogRation;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.ServedRequest;
import io.awaken.http.security.client.ClientOrigin;
import io.awaken.http.security.client.ClientOrigins;
import io.awaken.http.security.client.TrustedProxies;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The log says why credentials were refused, and nobody can fill it. */
@Attacks("S29")
class RefusedLoginsTest {

  private static final ClientOrigin HERE = new ClientOrigin(InetAddress.getLoopbackAddress(), true);

  private final AtomicLong nanos = new AtomicLong();
  private final RefusedLogins logins =
      new RefusedLogins(
          new ClientOrigins(TrustedProxies.NONE),
          new JwtRules(true, "", Set.of(), InstantSource.system(), Duration.ZERO),
          nanos::get);

  @AutoClose private final CapturedLog log = new CapturedLog(RefusedLogins.class);

  @Test
  void eachKindOfReasonIsOneLineAMinute() {
    for (int i = 0; i < 500; i++) {
      logins.log(HERE, Refusal.unauthorized("token_expired", "the token has expired"));
      logins.log(HERE, CallerRules.unaccepted("the token is not in the token file"));
    }
    nanos.addAndGet(LogRation.INTERVAL.toNanos());
    logins.log(HERE, Refusal.unauthorized("token_expired", "the token has expired"));

    assertThat(log.warnings())
        .containsExactly(
            line(1, "127.0.0.1", "the token has expired"),
            line(1, "127.0.0.1", "the token is not in the token file"),
            line(500, "127.0.0.1", "the token has expired"));
  }

  private static String line(int times, String from, String reason) {
    return "Credentials refused: %d, the last from %s: %s".formatted(times, from, reason)
        + "; further ones are counted, and reported after PT1M at the earliest";
  }

  @Test
  void aRefusalOfTheServerIsExplainedWithoutTheToken() {
    logins.logOfServer(sent("bearer secret"));
    logins.logOfServer(sent("Basic YTpi"));

    assertThat(log.warnings())
        .containsExactly(
            line(1, "192.0.2.1", "a token: it is no JSON Web Token"),
            line(1, "192.0.2.1", "the server's mechanism does not accept them"));
  }

  @Test
  void aRequestWithoutCredentialsIsNoNews() {
    logins.logOfServer(new ServedRequest("GET", "").request());

    assertThat(log.warnings()).isEmpty();
  }

  private static HttpServletRequest sent(String credentials) {
    return new ServedRequest("GET", "").with("Authorization", credentials).request();
  }
}
