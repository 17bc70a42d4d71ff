package io.awaken.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

@Rows({15, 206})
class GlobTest {

  @Test
  void aGlobAgreesWithItsRegularExpression() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      String glob = text(random, "ab*");
      String value = text(random, "ab");
      String regex =
          glob.chars().mapToObj(c -> c == '*' ? ".*" : "" + (char) c).collect(Collectors.joining());
      assertThat(Glob.of(glob).matches(value))
          .as("seed %d: %s on %s", seed, glob, value)
          .isEqualTo(Pattern.matches(regex, value));
    }
  }

  @Test
  void aStarMatchesSlashesAndNewLines() {
    assertThat(Glob.of("src/*.java").matches("src/a/b.java")).isTrue();
    assertThat(Glob.of("npm *").matches("npm a\nb")).isTrue();
  }

  @Test
  void aGlobReportsWhetherItMatchesOneTextOrAll() {
    assertThat(Glob.of("a\\*b").exact()).isTrue();
    assertThat(Glob.of("a*").exact()).isFalse();
    assertThat(Glob.of("**").any()).isTrue();
    assertThat(Glob.of("*a*").any()).isFalse();
    assertThat(Glob.of("").any()).isFalse();
  }

  @Test
  void aGlobMadeToBacktrackTakesLinearTime() {
    Glob glob = Glob.of("*" + "a".repeat(100_000) + "b*");
    String text = "a".repeat(2_000_000);
    // Restarting at each character would take minutes.
    assertTimeoutPreemptively(
        Duration.ofMinutes(1), () -> assertThat(glob.matches(text)).isFalse());
  }

  @Test
  void anInvalidEscapeIsRefusedNamingItsPosition() {
    assertThatThrownBy(() -> Glob.of("ab\\c"))
        .isInstanceOfSatisfying(Glob.Invalid.class, e -> assertThat(e.position()).isEqualTo(3));
  }

  private static String text(Random random, String alphabet) {
    var text = new StringBuilder();
    for (int i = random.nextInt(9); i > 0; i--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }
}
