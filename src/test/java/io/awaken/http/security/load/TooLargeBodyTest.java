package io.awaken.http.security.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import io.awaken.http.security.RefusedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A client reads the refusal only if the server has read what it sent before. */
@Rows(233)
@Failures("F37")
class TooLargeBodyTest {

  private static final int LIMIT = 10;
  private static final RequestLimits LIMITS = new RequestLimits(1, LIMIT, 1);

  private final BodyTime time = new BodyTime(Duration.ofHours(1), System::nanoTime);

  @Test
  void anAnnouncedBodyIsDroppedBeforeItIsRefused() {
    var sent = new ByteArrayInputStream(new byte[LIMIT + 5]);

    assertRefused(sent, Map.of("Content-Length", "15"));

    assertThat(sent.available()).isZero();
  }

  @Test
  void theRestOfABodyWithoutALengthIsDropped() throws IOException {
    var sent = new ByteArrayInputStream(new byte[2 * LIMIT]);
    LimitedBody body =
        BodyLimits.of(sent, name -> null, LIMITS, time, new RequestGate(LIMITS).enter());
    assertThatThrownBy(() -> body.readNBytes(LIMIT + 1)).isInstanceOf(BodyRefused.class);

    assertThat(body.leavesRest()).isTrue();
    assertThat(sent.available()).isZero();
  }

  @Test
  void muchMoreThanTheLimitIsNotDropped() {
    var sent = new ByteArrayInputStream(new byte[100_000]);

    assertRefused(sent, Map.of("Content-Length", "100000"));

    assertThat(sent.available()).isGreaterThan(50_000);
  }

  /** Reading would make the server send 100 Continue. */
  @Test
  void aClientThatWaitsForPermissionToSendIsNotGivenIt() {
    var sent = new ByteArrayInputStream(new byte[LIMIT + 5]);

    assertRefused(sent, Map.of("Content-Length", "15", "Expect", "100-continue"));

    assertThat(sent.available()).isEqualTo(LIMIT + 5);
  }

  private void assertRefused(ByteArrayInputStream sent, Map<String, String> headers) {
    var place = new RequestGate(LIMITS).enter();
    assertThatThrownBy(() -> BodyLimits.of(sent, headers::get, LIMITS, time, place))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.refusal().status()).isEqualTo(413));
  }
}
