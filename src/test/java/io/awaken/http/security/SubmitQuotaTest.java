package io.awaken.http.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.core.run.Caller;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SubmitQuotaTest {

  private static final Caller ADA = new Caller("acme", "ada", Set.of());

  private long nanos;
  private String address;
  private final SubmitQuota quota = new SubmitQuota(6, 0, 0, Optional::empty, () -> nanos);

  private void use(Caller caller, int times) {
    for (int i = 0; i < times; i++) {
      quota.take(caller);
    }
  }

  private Refusal refused(Caller caller) {
    return catchThrowableOfType(RefusedException.class, () -> quota.take(caller)).refusal();
  }

  @Test
  @Attacks("S33")
  void aCallerAtItsLimitGetsRetryAfter() {
    use(ADA, 6);

    Refusal refusal = refused(ADA);

    assertThat(refusal.status()).isEqualTo(429);
    assertThat(refusal.code()).isEqualTo("too_many_submits");
    assertThat(refusal.retryAfter()).isEqualTo(10);
  }

  @Test
  @Attacks("S33")
  @Rows(1165)
  void requestsOfAnyKindAreCountedBySecond() {
    var requests =
        new RequestQuota(
            new SubmitQuota(3, 4, 2, Optional::empty, () -> nanos, SubmitQuota.REQUESTS));
    var ben = new Caller("acme", "ben", Set.of());
    for (int i = 0; i < 3; i++) {
      requests.take(ADA, Optional.empty());
    }
    Refusal own =
        catchThrowableOfType(RefusedException.class, () -> requests.take(ADA, Optional.empty()))
            .refusal();
    assertThat(own.status()).isEqualTo(429);
    assertThat(own.code()).isEqualTo("too_many_requests");
    assertThat(own.message()).isEqualTo("at most 3 requests per principal and second");
    assertThat(own.retryAfter()).isEqualTo(1);
    requests.take(ben, Optional.empty());
    assertThatThrownBy(() -> requests.take(ben, Optional.empty()))
        .hasMessage("at most 4 requests per tenant and second");
    nanos += Duration.ofSeconds(1).toNanos();
    requests.take(ben, Optional.empty());
    var somewhere = Optional.of("192.0.2.1");
    requests.take(Caller.ANONYMOUS, somewhere);
    requests.take(Caller.ANONYMOUS, somewhere);
    assertThatThrownBy(() -> requests.take(Caller.ANONYMOUS, somewhere))
        .hasMessage("at most 2 requests per address and second");
    for (int i = 0; i < 5; i++) {
      requests.take(Caller.ANONYMOUS, Optional.empty());
    }
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
    var shared = new SubmitQuota(6, 8, 0, Optional::empty, () -> nanos);
    var bob = new Caller("acme", "bob", Set.of());
    for (int i = 0; i < 6; i++) {
      shared.take(ADA);
    }
    // Her refused requests do not use up the tenant's limit.
    assertThatThrownBy(() -> shared.take(ADA)).hasMessageContaining("per principal");
    shared.take(bob);
    shared.take(bob);

    assertThatThrownBy(() -> shared.take(bob))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> {
              assertThat(e.refusal().status()).isEqualTo(429);
              assertThat(e.refusal().message()).contains("per tenant");
              assertThat(e.refusal().retryAfter()).isEqualTo(8);
            });
    assertThatCode(() -> shared.take(new Caller("other", "ada", Set.of())))
        .doesNotThrowAnyException();
    assertThatCode(() -> shared.take(Caller.ANONYMOUS)).doesNotThrowAnyException();
  }

  @Test
  @Attacks("S33")
  void anonymousCallersAreCountedByAddress() {
    var addresses = byAddress(6);
    from("192.0.2.1", addresses, 6);

    assertThatThrownBy(() -> from("192.0.2.1", addresses, 1))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> {
              assertThat(e.refusal().code()).isEqualTo("too_many_submits");
              assertThat(e.refusal().message()).contains("6 requests per address");
              assertThat(e.refusal().retryAfter()).isEqualTo(10);
            });
    assertThatCode(() -> from("192.0.2.2", addresses, 6)).doesNotThrowAnyException();
    assertThatCode(() -> addresses.take(ADA)).doesNotThrowAnyException();
  }

  @Test
  void manyAddressesDoNotEvictNamedCallers() {
    var addresses = byAddress(1);
    addresses.take(ADA);
    for (int i = 0; i <= SubmitQuota.REMEMBERED; i++) {
      from("address " + i, addresses, 1);
    }

    assertThatThrownBy(() -> addresses.take(ADA)).hasMessageContaining("per principal");
    // The first was evicted, the last was not.
    assertThatCode(() -> from("address 0", addresses, 1)).doesNotThrowAnyException();
    assertThatThrownBy(() -> from("address " + SubmitQuota.REMEMBERED, addresses, 1))
        .hasMessageContaining("per address");
  }

  private SubmitQuota byAddress(int perMinute) {
    return new SubmitQuota(1, 0, perMinute, () -> Optional.ofNullable(address), () -> nanos);
  }

  private void from(String client, SubmitQuota addresses, int times) {
    address = client;
    for (int i = 0; i < times; i++) {
      addresses.take(Caller.ANONYMOUS);
    }
  }

  @Test
  void callersWithoutNameAndAddressAndCallersWithoutALimitAreNotCounted() {
    assertThatCode(() -> from(null, byAddress(1), 1_000)).doesNotThrowAnyException();
    assertThatCode(() -> from("192.0.2.1", byAddress(0), 1_000)).doesNotThrowAnyException();
    assertThatCode(() -> use(Caller.ANONYMOUS, 1_000)).doesNotThrowAnyException();
    var unlimited = new SubmitQuota(0, 0, 0, Optional::empty, () -> nanos);
    assertThatCode(
            () -> {
              for (int i = 0; i < 1_000; i++) {
                unlimited.take(ADA);
              }
            })
        .doesNotThrowAnyException();
  }
}
