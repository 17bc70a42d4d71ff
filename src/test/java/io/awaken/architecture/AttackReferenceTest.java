package io.awaken.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every row of {@code docs/attacks.md} has tests that send it, and the index says which: run with
 * {@code -Dawaken.docs.update=true} to write it anew.
 */
class AttackReferenceTest {

  private static final String HEAD =
      """
      # Attack index

      Which tests send what [attacks.md](attacks.md) says. Written by `AttackReferenceTest`.

      | # | Sent | Tests |
      |---|---|---|
      """;

  private static TestIndex index;

  @BeforeAll
  static void readSources() throws IOException {
    index = TestIndex.of("attacks.md", "S\\d\\d", "Attacks");
  }

  @Test
  void theIndexIsWhatTheTestsSay() throws IOException {
    index.assertWrittenTo("attack-index.md", HEAD);
  }

  @Test
  void everyRowHasATest() {
    assertThat(index.withoutTests())
        .as("rows of docs/attacks.md that no test names with @Attacks")
        .isEmpty();
  }

  @Test
  void everyRowThatATestNamesIsInTheTable() {
    assertThat(index.unknown())
        .as("rows that tests name and docs/attacks.md does not have")
        .isEmpty();
  }
}
