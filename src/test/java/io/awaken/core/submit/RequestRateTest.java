package io.awaken.core.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.core.run.Caller;
import io.awaken.core.submit.Quotas.Kind;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestRateTest {

  private static final Caller ADA = new Caller("acme", "ada", Set.of());

  private long nanos;
  private String address;
  private final Quotas quota = submits(6, 0, 0);

  private Quotas submits(int perCaller, int perTenant, int perAddress) {
    var limits = new Quotas.Rate(perCaller, perTenant, perAddress);
    return new Quotas(
        Map.of(Kind.SUBMITS, limits),
        Quotas.Runs.NONE,
        () -> Optional.ofNullable(address),
        () -> nanos);
  }

  private void use(Caller caller, int times) {
    for (int i = 0; i < times; i++) {
      quota.take(Kind.SUBMITS, caller);
    }
  }

  private QuotaExhausted refused(Caller caller) {
    return catchThrowableOfType(QuotaExhausted.class, () -> quota.take(Kind.SUBMITS, caller));
  }

  @Test
  @Attacks("S33")
  void aCallerAtItsLimitGetsRetryAfter() {
    use(ADA, 6);

    QuotaExhausted refusal = refused(ADA);

    assertThat(refusal.code()).isEqualTo("too_many_submits");
    assertThat(refusal.retryAfter()).isEqualTo(10);
  }

  @Test
  @Attacks("S33")
  @Rows(1165)
  void requestsOfAnyKindAreCountedBySecond() {
    var requests =
        new Quotas(
            Map.of(Kind.REQUESTS, new Quotas.Rate(3, 4, 2)),
            Quotas.Runs.NONE,
            Optional::empty,
            () -> nanos);
    var ben = new Caller("acme", "ben", Set.of());
    for (int i = 0; i < 3; i++) {
      requests.take(Kind.REQUESTS, ADA, Optional.empty());
    }
    QuotaExhausted own =
        catchThrowableOfType(
            QuotaExhausted.class, () -> requests.take(Kind.REQUESTS, ADA, Optional.empty()));
    assertThat(own.code()).isEqualTo("too_many_requests");
    assertThat(own.getMessage()).isEqualTo("at most 3 requests per principal and second");
    assertThat(own.retryAfter()).isEqualTo(1);
    requests.take(Kind.REQUESTS, ben, Optional.empty());
    assertThatThrownBy(() -> requests.take(Kind.REQUESTS, ben, Optional.empty()))
        .hasMessage("at most 4 requests per tenant and second");
    nanos += Duration.ofSeconds(1).toNanos();
    requests.take(Kind.REQUESTS, ben, Optional.empty());
    var somewhere = Optional.of("192.0.2.1");
    requests.take(Kind.REQUESTS, Caller.ANONYMOUS, somewhere);
    requests.take(Kind.REQUESTS, Caller.ANONYMOUS, somewhere);
    assertThatThrownBy(() -> requests.take(Kind.REQUESTS, Caller.ANONYMOUS, somewhere))
        .hasMessage("at most 2 requests per address and second");
    for (int i = 0; i < 5; i++) {
      requests.take(Kind.REQUESTS, Caller.ANONYMOUS, Optional.empty());
    }
  }

  @Test
  void kindsOfRequestsAreCountedApart() {
    var limits = new Quotas.Rate(1, 0, 0);
    var both =
        new Quotas(
            Map.of(Kind.SUBMITS, limits, Kind.UPLOADS, limits),
            Quotas.Runs.NONE,
            Optional::empty,
            () -> nanos);
    both.take(Kind.SUBMITS, ADA);
    both.take(Kind.UPLOADS, ADA);

    assertThatThrownBy(() -> both.take(Kind.UPLOADS, ADA))
        .hasMessage("at most 1 uploads per principal and minute");
    assertThatCode(() -> both.take(Kind.REQUESTS, ADA)).doesNotThrowAnyException();
  }

  @Test
  void requestsAreRestoredOverTimeUpToOneMinute() {
    use(ADA, 6);
    nanos += Duration.ofSeconds(10).toNanos();
    use(ADA, 1);
    assertThat(refused(ADA)).isNotNull();

    nanos += Duration.ofHours(1).toNanos();
    use(ADA, 6);
    assertThat(refused(ADA)).isNotNull();
  }

  @Test
  void aRequestThatIsRefusedCostsNothing() {
    use(ADA, 6);
    for (int i = 0; i < 9; i++) {
      nanos += Duration.ofSeconds(1).toNanos();
      refused(ADA);
    }
    nanos += Duration.ofSeconds(1).toNanos();
    use(ADA, 1);
  }

  @Test
  void eachCallerIsCountedSeparately() {
    use(ADA, 6);
    use(new Caller("acme", "bob", Set.of()), 6);
    use(new Caller("other", "ada", Set.of()), 6);
    assertThat(refused(ADA)).isNotNull();
  }

  @Test
  @Attacks("S33")
  void aTenantAtItsLimitIsRefusedAndOthersAreNot() {
    var shared = submits(6, 8, 0);
    var bob = new Caller("acme", "bob", Set.of());
    for (int i = 0; i < 6; i++) {
      shared.take(Kind.SUBMITS, ADA);
    }
    // Her refused requests do not use up the tenant's limit.
    assertThatThrownBy(() -> shared.take(Kind.SUBMITS, ADA)).hasMessageContaining("per principal");
    shared.take(Kind.SUBMITS, bob);
    shared.take(Kind.SUBMITS, bob);

    assertThatThrownBy(() -> shared.take(Kind.SUBMITS, bob))
        .isInstanceOfSatisfying(
            QuotaExhausted.class,
            e -> {
              assertThat(e.getMessage()).contains("per tenant");
              assertThat(e.retryAfter()).isEqualTo(8);
            });
    assertThatCode(() -> shared.take(Kind.SUBMITS, new Caller("other", "ada", Set.of())))
        .doesNotThrowAnyException();
    assertThatCode(() -> shared.take(Kind.SUBMITS, Caller.ANONYMOUS)).doesNotThrowAnyException();
  }

  @Test
  @Attacks("S33")
  void anonymousCallersAreCountedByAddress() {
    var addresses = byAddress(6);
    from("192.0.2.1", addresses, 6);

    assertThatThrownBy(() -> from("192.0.2.1", addresses, 1))
        .isInstanceOfSatisfying(
            QuotaExhausted.class,
            e -> {
              assertThat(e.code()).isEqualTo("too_many_submits");
              assertThat(e.getMessage()).contains("6 requests per address");
              assertThat(e.retryAfter()).isEqualTo(10);
            });
    assertThatCode(() -> from("192.0.2.2", addresses, 6)).doesNotThrowAnyException();
    assertThatCode(() -> addresses.take(Kind.SUBMITS, ADA)).doesNotThrowAnyException();
  }

  @Test
  void manyAddressesDoNotEvictNamedCallers() {
    var addresses = byAddress(1);
    addresses.take(Kind.SUBMITS, ADA);
    for (int i = 0; i <= Quotas.REMEMBERED; i++) {
      from("address " + i, addresses, 1);
    }

    assertThatThrownBy(() -> addresses.take(Kind.SUBMITS, ADA))
        .hasMessageContaining("per principal");
    // The first was evicted, the last was not.
    assertThatCode(() -> from("address 0", addresses, 1)).doesNotThrowAnyException();
    assertThatThrownBy(() -> from("address " + Quotas.REMEMBERED, addresses, 1))
        .hasMessageContaining("per address");
  }

  private Quotas byAddress(int perMinute) {
    return submits(1, 0, perMinute);
  }

  private void from(String client, Quotas addresses, int times) {
    address = client;
    for (int i = 0; i < times; i++) {
      addresses.take(Kind.SUBMITS, Caller.ANONYMOUS);
    }
  }

  @Test
  void callersWithoutNameAndAddressAndCallersWithoutALimitAreNotCounted() {
    assertThatCode(() -> from(null, byAddress(1), 1_000)).doesNotThrowAnyException();
    assertThatCode(() -> from("192.0.2.1", byAddress(0), 1_000)).doesNotThrowAnyException();
    assertThatCode(() -> use(Caller.ANONYMOUS, 1_000)).doesNotThrowAnyException();
    var unlimited = submits(0, 0, 0);
    assertThatCode(
            () -> {
              for (int i = 0; i < 1_000; i++) {
                unlimited.take(Kind.SUBMITS, ADA);
              }
            })
        .doesNotThrowAnyException();
  }
}
