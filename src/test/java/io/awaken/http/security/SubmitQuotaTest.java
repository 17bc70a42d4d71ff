package io.awaken.http.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.core.run.Caller;
import io.awaken.fixture.Attacks;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SubmitQuotaTest {

  private static final Caller ADA = new Caller("acme", "ada", Set.of());

  private long nanos;
  private final SubmitQuota quota = new SubmitQuota(6, 0, () -> nanos);

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
  void whoAskedAsOftenAsIsAllowedIsToldWhenToComeBack() {
    use(ADA, 6);

    Refusal refusal = refused(ADA);

    assertThat(refusal.status()).isEqualTo(429);
    assertThat(refusal.code()).isEqualTo("too_many_submits");
    assertThat(refusal.retryAfter()).isEqualTo(10);
  }

  @Test
  void timeGivesBackAsMuchAsItIsWorthAndNeverMoreThanAMinute() {
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
  void everybodyIsCountedAlone() {
    use(ADA, 6);
    use(new Caller("acme", "bob", Set.of()), 6);
    use(new Caller("other", "ada", Set.of()), 6);
    assertThat(refused(ADA)).isNotNull();
  }

  @Test
  @Attacks("S33")
  void aTenantThatAskedAsOftenAsIsAllowedIsRefusedAndOthersAreNot() {
    var shared = new SubmitQuota(6, 8, () -> nanos);
    var bob = new Caller("acme", "bob", Set.of());
    for (int i = 0; i < 6; i++) {
      shared.take(ADA);
    }
    // Refused alone, she takes nothing of what is left for all.
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
  void whoHasNoNameIsNotCountedAndWithoutALimitNobodyIs() {
    assertThatCode(() -> use(Caller.ANONYMOUS, 1_000)).doesNotThrowAnyException();
    var unlimited = new SubmitQuota(0, 0, () -> nanos);
    assertThatCode(
            () -> {
              for (int i = 0; i < 1_000; i++) {
                unlimited.take(ADA);
              }
            })
        .doesNotThrowAnyException();
  }
}
