package io.awaken.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every row of {@code docs/failures.md} has tests that inject it, and the index says which: run
 * with {@code -Dawaken.docs.update=true} to write it anew.
 */
class FailureReferenceTest {

  private static final String HEAD =
      """
      # Failure index

      Which tests inject which row of [failures.md](failures.md). Written by `FailureReferenceTest`.

      | # | Injected | Tests |
      |---|---|---|
      """;

  private static TestIndex index;

  @BeforeAll
  static void readSources() throws IOException {
    index = TestIndex.of("failures.md", "F\\d\\d", "Failures");
  }

  @Test
  void theIndexIsWhatTheTestsSay() throws IOException {
    index.assertWrittenTo("failure-index.md", HEAD);
  }

  @Test
  void everyRowHasATest() {
    assertThat(index.withoutTests())
        .as("rows of docs/failures.md that no test names with @Failures")
        .isEmpty();
  }

  @Test
  void everyRowThatATestNamesIsInTheCatalogue() {
    assertThat(index.unknown())
        .as("rows that tests name and docs/failures.md does not have")
        .isEmpty();
  }
}
