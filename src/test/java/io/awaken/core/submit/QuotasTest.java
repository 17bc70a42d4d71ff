package io.awaken.core.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.core.run.Caller;
import io.awaken.core.store.run.RunStore;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Quotas from the store's figures plus later accepted runs; the store is queried rarely. */
@Attacks("S33")
@Rows({1162, 1163, 1164})
class QuotasTest {

  private static final Caller ADA = new Caller("acme", "ada", Set.of());
  private static final Caller BEN = new Caller("acme", "ben", Set.of());
  private static final Caller EVE = new Caller("evil", "eve", Set.of());

  private final List<String> asked = new ArrayList<>();
  private RunStore.Unfinished runs = new RunStore.Unfinished(0, 0, 0);
  private RunStore.Spent spent = new RunStore.Spent(0, BigDecimal.ZERO);
  private Duration took = Duration.ZERO;
  private boolean away;
  private long nanos;

  private final RunStore store =
      (RunStore)
          Proxy.newProxyInstance(
              RunStore.class.getClassLoader(),
              new Class<?>[] {RunStore.class},
              (proxy, method, arguments) -> {
                asked.add(method.getName() + " " + arguments[0] + " " + arguments[1]);
                nanos += took.toNanos();
                if (away) {
                  throw new IllegalStateException("the store is away");
                }
                return method.getName().equals("unfinished") ? runs : spent;
              });

  private Quotas quota(RunLimits caller, RunLimits tenant) {
    var limits = new Quotas.Runs(caller, tenant, Duration.ofHours(1), "EUR", store);
    return new Quotas(Map.of(), limits, Optional::empty, () -> nanos);
  }

  private static RunLimits runs(int live, int queued) {
    return new RunLimits(live, queued, 0, BigDecimal.ZERO);
  }

  private static QuotaExhausted refused(Quotas quota, Caller caller) {
    return catchThrowableOfType(QuotaExhausted.class, () -> quota.admit(caller, () -> false));
  }

  @Test
  void withoutLimitsTheStoreIsNotQueried() {
    quota(RunLimits.NONE, RunLimits.NONE).admit(ADA, () -> false).begun();
    Quotas.NONE.admit(ADA, () -> false).queued();

    assertThat(asked).isEmpty();
  }

  @Test
  void aCallerAtItsLimitGetsTheQuotaAndRetryAfter() {
    runs = new RunStore.Unfinished(0, 3, 0);

    QuotaExhausted refusal = refused(quota(runs(3, 0), RunLimits.NONE), ADA);

    assertThat(refusal.code()).isEqualTo("too_many_live_runs");
    assertThat(refusal).hasMessage("at most 3 runs of a principal at once: awaken.quota.live-runs");
    assertThat(refusal.retryAfter()).isEqualTo(1);
    assertThat(refusal.usedUp())
        .isEqualTo(new QuotaExhausted.UsedUp("awaken.quota.live-runs", "3"));
  }

  @Test
  void aTenantIsCountedAsAWholeAndOthersAreNot() {
    Quotas quota = quota(RunLimits.NONE, runs(0, 2));
    quota.admit(ADA, () -> false).queued();
    quota.admit(BEN, () -> false).queued();

    QuotaExhausted refusal = refused(quota, BEN);
    assertThat(refusal.code()).isEqualTo("too_many_queued_runs");
    assertThat(refusal.usedUp())
        .isEqualTo(new QuotaExhausted.UsedUp("awaken.quota.queued-runs.tenant", "2"));
    quota.admit(EVE, () -> false).queued();
    assertThat(asked)
        .contains("unfinished acme null", "unfinished evil null")
        .doesNotContain("unfinished acme ada");
  }

  @Test
  void tokensAndCostAreThoseOfTheWindow() {
    spent = new RunStore.Spent(1_000, new BigDecimal("2.5"));

    QuotaExhausted tokens =
        refused(quota(new RunLimits(0, 0, 1_000, BigDecimal.ZERO), RunLimits.NONE), ADA);
    assertThat(tokens.code()).isEqualTo("tokens_used_up");
    assertThat(tokens.getMessage())
        .isEqualTo("at most 1000 tokens of a principal in PT1H: awaken.quota.tokens");
    assertThat(tokens.retryAfter()).isEqualTo(60);
    QuotaExhausted cost =
        refused(quota(RunLimits.NONE, new RunLimits(0, 0, 0, BigDecimal.TWO)), ADA);
    assertThat(cost.code()).isEqualTo("cost_used_up");
    assertThat(cost.getMessage())
        .isEqualTo("runs of a tenant may cost 2 in PT1H (EUR): awaken.quota.cost.tenant");
  }

  @Test
  void aPendingRequestKeepsItsPlaceUntilItsOutcomeIsKnown() {
    Quotas quota = quota(runs(1, 1), RunLimits.NONE);
    var first = quota.admit(ADA, () -> false);
    assertThat(refused(quota, ADA).code()).isEqualTo("too_many_live_runs");

    first.nothing();
    quota.admit(ADA, () -> false).queued();
    assertThat(refused(quota, ADA).code()).isEqualTo("too_many_queued_runs");
  }

  @Test
  void aCallerRefusedByTheTenantsQuotaUsesNoOwnPlace() {
    runs = new RunStore.Unfinished(0, 1, 0);
    Quotas quota = quota(runs(2, 0), runs(1, 0));
    for (int i = 0; i < 5; i++) {
      assertThat(refused(quota, ADA).usedUp())
          .isEqualTo(new QuotaExhausted.UsedUp("awaken.quota.live-runs.tenant", "1"));
    }
    runs = new RunStore.Unfinished(0, 0, 0);
    nanos += QuotaUsage.RUNS_KNOWN.toNanos();

    quota.admit(ADA, () -> false).begun();
  }

  @Test
  void aRequestWithoutAFurtherRunPassesUnlessTokensAreUsedUp() {
    runs = new RunStore.Unfinished(0, 3, 0);
    quota(runs(3, 0), RunLimits.NONE).admit(ADA, () -> true).nothing();

    spent = new RunStore.Spent(9, BigDecimal.ZERO);
    var tokens = quota(new RunLimits(0, 0, 9, BigDecimal.ZERO), RunLimits.NONE);
    assertThatThrownBy(() -> tokens.admit(ADA, () -> true)).isInstanceOf(QuotaExhausted.class);
  }

  @Test
  void figuresAreRefreshedWhenOldAndSoonerWithoutRoom() {
    Quotas quota = quota(runs(2, 0), RunLimits.NONE);
    quota.admit(ADA, () -> false).begun();
    quota.admit(ADA, () -> false).begun();
    assertThat(asked).hasSize(1);

    // Both have ended meanwhile, here or elsewhere; the figures are not refreshed at once.
    assertThat(refused(quota, ADA)).isNotNull();
    assertThat(asked).hasSize(1);
    nanos += QuotaUsage.SOON.toNanos();
    quota.admit(ADA, () -> false).begun();
    assertThat(asked).hasSize(2);

    nanos += QuotaUsage.RUNS_KNOWN.toNanos();
    quota.admit(ADA, () -> false).begun();
    assertThat(asked).hasSize(3);
  }

  @Test
  void aSlowStoreIsQueriedLessOften() {
    took = Duration.ofSeconds(1);
    Quotas quota = quota(runs(100, 0), RunLimits.NONE);
    quota.admit(ADA, () -> false).begun();
    nanos += Duration.ofSeconds(18).toNanos();
    quota.admit(ADA, () -> false).begun();
    assertThat(asked).hasSize(1);

    nanos += Duration.ofSeconds(1).toNanos();
    quota.admit(ADA, () -> false).begun();
    assertThat(asked).hasSize(2);
  }

  @Test
  void noCallerIsAcceptedUncountedDuringAStoreOutage() {
    away = true;
    Quotas quota = quota(runs(1, 0), RunLimits.NONE);
    assertThatThrownBy(() -> quota.admit(ADA, () -> false)).hasMessage("the store is away");

    away = false;
    quota.admit(ADA, () -> false).begun();
    assertThat(refused(quota, ADA).code()).isEqualTo("too_many_live_runs");
  }
}
