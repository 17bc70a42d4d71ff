package io.awaken.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LatelyTest {

  private long nanos = -5;
  private final Lately<String> lately = new Lately<>(Duration.ofSeconds(1), 3, () -> nanos);

  @Test
  void whatWasNamedIsRememberedForAWhile() {
    assertThat(lately.contains("a")).isFalse();

    lately.add("a");
    assertThat(lately.contains("a")).isTrue();
    pass(Duration.ofSeconds(1));
    assertThat(lately.contains("a")).isTrue();
    pass(Duration.ofNanos(1));
    assertThat(lately.contains("a")).isFalse();
  }

  @Test
  void whatIsNamedAgainIsRememberedAnew() {
    lately.add("a");
    pass(Duration.ofMillis(900));
    lately.add("a");
    pass(Duration.ofMillis(900));

    assertThat(lately.contains("a")).isTrue();
  }

  @Test
  void whatWasNamedLongestAgoMakesRoom() {
    lately.add("a");
    lately.add("b");
    lately.add("c");
    lately.add("a");

    lately.add("d");

    assertThat(lately.contains("b")).isFalse();
    assertThat(lately.contains("a")).isTrue();
    assertThat(lately.contains("c")).isTrue();
    assertThat(lately.contains("d")).isTrue();
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }
}
