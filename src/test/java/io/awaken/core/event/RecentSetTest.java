package io.awaken.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RecentSetTest {

  private long nanos = -5;
  private final RecentSet<String> recent = new RecentSet<>(Duration.ofSeconds(1), 3, () -> nanos);

  @Test
  void aValueIsRememberedForALimitedTime() {
    assertThat(recent.contains("a")).isFalse();

    recent.add("a");
    assertThat(recent.contains("a")).isTrue();
    pass(Duration.ofSeconds(1));
    assertThat(recent.contains("a")).isTrue();
    pass(Duration.ofNanos(1));
    assertThat(recent.contains("a")).isFalse();
  }

  @Test
  void addingAValueAgainRenewsIt() {
    recent.add("a");
    pass(Duration.ofMillis(900));
    recent.add("a");
    pass(Duration.ofMillis(900));

    assertThat(recent.contains("a")).isTrue();
  }

  @Test
  void theOldestValueIsEvictedFirst() {
    recent.add("a");
    recent.add("b");
    recent.add("c");
    recent.add("a");

    recent.add("d");

    assertThat(recent.contains("b")).isFalse();
    assertThat(recent.contains("a")).isTrue();
    assertThat(recent.contains("c")).isTrue();
    assertThat(recent.contains("d")).isTrue();
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }
}
