package io.awaken.http.security.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The bodies of all requests together have a limit beside that of each. */
class BodyMemoryTest {

  private static final RequestLimits LIMITS = new RequestLimits(10, 100_000, 3, 150_000);

  private final RequestGate gate = new RequestGate(LIMITS);
  private final BodyTime time = new BodyTime(Duration.ofHours(1), System::nanoTime);

  private LimitedBody body(RequestGate.Place place, int length) {
    return new LimitedBody(new ByteArrayInputStream(new byte[length]), length, LIMITS, time, place);
  }

  private void assertRefused(RequestGate.Place place, int length) {
    assertThatThrownBy(() -> body(place, length).readAllBytes())
        .isInstanceOfSatisfying(
            BodyRefused.class,
            refused -> {
              assertThat(refused.refusal().status()).isEqualTo(503);
              assertThat(refused.refusal().code()).isEqualTo("unavailable");
              assertThat(refused.refusal().message()).contains("150000 bytes");
              assertThat(refused.refusal().retryAfter()).isEqualTo(3);
            });
  }

  @Test
  void bodiesBeyondTheMemoryLimitAreRefusedUntilARequestIsAnswered() throws IOException {
    RequestGate.Place first = gate.enter();
    body(first, 100_000).readAllBytes();
    RequestGate.Place second = gate.enter();
    assertRefused(second, 60_000);
    second.leave();

    first.leave();
    assertThat(body(gate.enter(), 60_000).readAllBytes()).hasSize(60_000);
    assertThat(body(gate.enter(), 80_000).readAllBytes()).hasSize(80_000);
  }

  @Test
  void aSmallBodyIsReadEvenIfLargeOnesUseAllMemory() throws IOException {
    body(gate.enter(), 100_000).readAllBytes();
    body(gate.enter(), 50_000).readAllBytes();

    assertThat(body(gate.enter(), RequestGate.SMALL_BODY).readAllBytes()).isNotEmpty();
    assertRefused(gate.enter(), RequestGate.SMALL_BODY + 1);
  }

  @Test
  void oneBodyIsReadEvenIfItExceedsTheLimitOfAll() throws IOException {
    var small = new RequestLimits(10, 100_000, 3, 100);
    var place = new RequestGate(small).enter();
    var body =
        new LimitedBody(new ByteArrayInputStream(new byte[50_000]), 50_000, small, time, place);
    assertThat(body.readAllBytes()).hasSize(50_000);
  }

  @Test
  void aReleasedRequestUsesNoMemory() throws IOException {
    for (int i = 0; i < 100; i++) {
      RequestGate.Place place = gate.enter();
      LimitedBody body = body(place, 90_000);
      body.readNBytes(50_000);
      place.leave();
      body.readAllBytes();
      place.leave();
    }
    assertThat(body(gate.enter(), 100_000).readAllBytes()).hasSize(100_000);
  }
}
