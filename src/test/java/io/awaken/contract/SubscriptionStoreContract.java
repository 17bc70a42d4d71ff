package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.store.subscription.SubscriptionStore;
import io.awaken.core.store.subscription.SubscriptionStore.Holder;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Subscriptions of sessions to resources. */
@Rows(1115)
public abstract class SubscriptionStoreContract extends StoreContract {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final String URI = "docs://a";

  private final Holder session = new Holder("acme", fresh("session"));

  private SubscriptionStore subscriptions() {
    return stores.subscriptions();
  }

  private boolean put(Holder holder, String uri, String digest) {
    return subscriptions().put(holder, uri, digest, 2, HOUR);
  }

  @Test
  void aSubscriptionBelongsToOneSessionOfOneTenant() {
    String longest = "u".repeat(SubscriptionStore.MAX_URI);
    String digest = "d".repeat(SubscriptionStore.MAX_DIGEST);

    assertThat(put(session, longest, digest)).isTrue();

    assertThat(subscriptions().of(session)).isEqualTo(Map.of(longest, digest));
    for (Holder other :
        List.of(new Holder("evil", session.name()), new Holder("acme", session.name() + "x"))) {
      assertThat(subscriptions().of(other)).isEmpty();
      assertThat(subscriptions().remove(other, longest)).isFalse();
      assertThat(subscriptions().replace(other, longest, digest, "e")).isFalse();
    }
    assertThat(subscriptions().of(session)).isEqualTo(Map.of(longest, digest));
  }

  @Test
  void aSessionHasAtMostAsManySubscriptionsAsAllowed() {
    assertThat(put(session, URI, "1")).isTrue();
    assertThat(put(session, "docs://b", "1")).isTrue();

    assertThat(put(session, "docs://c", "1")).isFalse();
    assertThat(put(session, URI, "2")).isTrue();

    assertThat(subscriptions().of(session)).isEqualTo(Map.of(URI, "2", "docs://b", "1"));
    assertThat(subscriptions().remove(session, URI)).isTrue();
    assertThat(put(session, "docs://c", "1")).isTrue();
  }

  @Test
  void oneOfSeveralNodesReplacesADigest() throws Exception {
    put(session, URI, "1");
    assertThat(subscriptions().replace(session, URI, "other", "2")).isFalse();
    List<Callable<Boolean>> nodes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      nodes.add(() -> subscriptions().replace(session, URI, "1", "2"));
    }

    int replaced = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var node : threads.invokeAll(nodes)) {
        replaced += node.get() ? 1 : 0;
      }
    }

    assertThat(replaced).isOne();
    assertThat(subscriptions().of(session)).isEqualTo(Map.of(URI, "2"));
  }

  @Test
  void aRemovedSubscriptionIsGone() {
    put(session, URI, "1");

    assertThat(subscriptions().remove(session, URI)).isTrue();
    assertThat(subscriptions().remove(session, URI)).isFalse();
    assertThat(subscriptions().replace(session, URI, "1", "2")).isFalse();
    assertThat(subscriptions().of(session)).isEmpty();
  }

  @Test
  void anExpiredSubscriptionIsNotReturnedAndLeavesItsPlace() {
    put(session, URI, "1");
    subscriptions().put(session, "docs://b", "1", 2, Duration.ofDays(3_000));

    stores.age(Duration.ofMinutes(61));

    assertThat(subscriptions().of(session)).isEqualTo(Map.of("docs://b", "1"));
    assertThat(put(session, "docs://c", "1")).isTrue();
    // Its row was deleted.
    assertThat(subscriptions().remove(session, URI)).isFalse();
  }
}
