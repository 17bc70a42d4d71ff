package io.awaken.http.security.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Attacks;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import io.awaken.http.security.RefusedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rows(228)
class RequestLimitsTest {

  private final AtomicLong nanos = new AtomicLong();
  private final BodyTime time = new BodyTime(Duration.ofSeconds(30), nanos::get);

  @Test
  void anExcessRequestIsRefusedAtOnceWithRetryAfter() {
    var gate = new RequestGate(new RequestLimits(2, 10, 3));
    gate.enter();
    var second = gate.enter();

    assertThatThrownBy(gate::enter)
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> {
              assertThat(e.refusal().status()).isEqualTo(503);
              assertThat(e.refusal().retryAfter()).isEqualTo(3);
            });
    assertThat(gate.inside()).isEqualTo(2);

    second.leave();
    second.leave();
    assertThat(gate.inside()).isOne();
    assertThat(gate.enter()).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "11,,413",
    "99999999999999999999999,,413",
    "10,,",
    "0,,",
    ",,",
    "abc,,",
    "5,gzip,415",
    "5,identity,"
  })
  @Failures("F37")
  @Attacks("S26")
  void aBodyIsCheckedByItsHeadersBeforeItIsRead(String length, String encoding, Integer status) {
    if (status == null) {
      BodyLimits.check(length, encoding, 10);
    } else {
      assertThatThrownBy(() -> BodyLimits.check(length, encoding, 10))
          .isInstanceOfSatisfying(
              RefusedException.class, e -> assertThat(e.refusal().status()).isEqualTo(status));
    }
  }

  /** Waiting for such a body occupies a thread and a place that other requests need. */
  @Test
  @Attacks("S32")
  void aSlowBodyIsCutOffAtItsTimeLimit() throws IOException {
    var body = limited(1_000, 1_000);
    for (int second = 1; second <= 30; second++) {
      nanos.addAndGet(Duration.ofSeconds(1).toNanos());
      assertThat(body.read()).isZero();
    }
    nanos.addAndGet(1);

    assertThatThrownBy(body::read)
        .isInstanceOfSatisfying(
            BodyRefused.class,
            e -> {
              assertThat(e.refusal().status()).isEqualTo(408);
              assertThat(e.refusal().code()).isEqualTo("body_too_slow");
            });
  }

  @Test
  @Failures("F37")
  void aBodyWithoutALengthIsCutOffAtTheFirstExcessByte() throws IOException {
    var exact = limited(10, 10);
    assertThat(exact.readAllBytes()).hasSize(10);

    var one = limited(11, 10);
    assertThatThrownBy(one::readAllBytes)
        .isInstanceOfSatisfying(
            BodyRefused.class, e -> assertThat(e.refusal().status()).isEqualTo(413));
  }

  private LimitedBody limited(int bytes, long limit) {
    var limits = new RequestLimits(1, limit, 1);
    var place = new RequestGate(limits).enter();
    return new LimitedBody(new ByteArrayInputStream(new byte[bytes]), -1, limits, time, place);
  }
}
