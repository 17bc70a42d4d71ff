package io.awaken.http.stream.open;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.observe.RunObserver;
import io.awaken.core.run.Caller;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.http.stream.StreamSettings;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StreamQuotaTest {

  private String address;

  /** Anonymous callers share no principal, so that none uses up the streams of another. */
  @Test
  void aTokenWithTheNameAnonymousCountsAsAnonymous() {
    var quota = new StreamQuota(StreamSettings.DEFAULTS, Streams.Admission.UNLIMITED);
    var called = new Caller("acme", "anonymous", Set.of("clerk"));
    int many = StreamSettings.DEFAULTS.perPrincipal() + 1;

    IntStream.range(0, many).forEach(i -> quota.take(called));

    assertThat(quota.open()).isEqualTo(many);
  }

  @Test
  @Attacks("S31")
  @Rows(1166)
  void theStreamsOfATenantAreCountedTogether() {
    var quota =
        new StreamQuota(
            StreamSettings.DEFAULTS,
            new Streams.Admission(Integer.MAX_VALUE, Optional::empty, 3, RunObserver.NONE));
    StreamQuota.Slot first = quota.take(new Caller("acme", "ada", Set.of()));
    quota.take(new Caller("acme", "ben", Set.of()));
    quota.take(new Caller("acme", "ben", Set.of()));

    assertThatThrownBy(() -> quota.take(new Caller("acme", "cid", Set.of())))
        .isInstanceOf(StreamsExhausted.class)
        .hasMessage("at most 3 streams per tenant");
    quota.take(new Caller("other", "ada", Set.of()));
    first.release();
    quota.take(new Caller("acme", "cid", Set.of()));
    assertThat(quota.open()).isEqualTo(4);
  }

  @Test
  @Attacks("S31")
  void standingStreamsDoNotCountAgainstTheCallersOtherStreams() {
    var quota =
        new StreamQuota(
            StreamSettings.DEFAULTS,
            new Streams.Admission(Integer.MAX_VALUE, Optional::empty, 26, RunObserver.NONE));
    var ada = new Caller("acme", "ada", Set.of());
    IntStream.range(0, StreamQuota.STANDING).forEach(i -> quota.takeStanding(ada));

    assertThatThrownBy(() -> quota.takeStanding(ada))
        .isInstanceOf(StreamsExhausted.class)
        .hasMessage("at most 5 standing streams per principal");
    IntStream.range(0, StreamSettings.DEFAULTS.perPrincipal()).forEach(i -> quota.take(ada));
    var ben = new Caller("acme", "ben", Set.of());
    quota.takeStanding(ben);
    assertThatThrownBy(() -> quota.takeStanding(ben))
        .isInstanceOf(StreamsExhausted.class)
        .hasMessage("at most 26 streams per tenant");
  }

  @Test
  @Attacks("S31")
  void anonymousCallersAreCountedByAddress() {
    var quota =
        new StreamQuota(
            StreamSettings.DEFAULTS,
            new Streams.Admission(2, () -> Optional.ofNullable(address), 0, RunObserver.NONE));
    address = "192.0.2.1";
    StreamQuota.Slot first = quota.take(Caller.ANONYMOUS);
    quota.take(Caller.ANONYMOUS);
    assertThatThrownBy(() -> quota.take(Caller.ANONYMOUS))
        .isInstanceOf(StreamsExhausted.class)
        .hasMessage("at most 2 streams per address");

    address = "192.0.2.2";
    quota.take(Caller.ANONYMOUS);
    assertThatThrownBy(() -> quota.take(Caller.ANONYMOUS, Optional.of("192.0.2.1")))
        .as("with the request's address")
        .isInstanceOf(StreamsExhausted.class);
    address = null;
    IntStream.range(0, 5).forEach(i -> quota.take(Caller.ANONYMOUS));

    address = "192.0.2.1";
    first.release();
    first.release();
    assertThat(quota.take(Caller.ANONYMOUS)).isNotNull();
    assertThatThrownBy(() -> quota.take(Caller.ANONYMOUS)).isInstanceOf(StreamsExhausted.class);
    assertThat(quota.open()).isEqualTo(8);
  }
}
