package io.awaken.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every row of {@code docs/features.md} has tests that name it, and the index says which: run with
 * {@code -Dawaken.docs.update=true} to write it anew.
 */
class FeatureReferenceTest {

  private static final String HEAD =
      """
      # Feature index

      Which tests hold which row of [features.md](features.md). Written by `FeatureReferenceTest`.

      | # | Feature | Tests |
      |---|---|---|
      """;

  private static TestIndex index;

  @BeforeAll
  static void readSources() throws IOException {
    index = TestIndex.of("features.md", "\\d+", "Rows");
  }

  @Test
  void theIndexIsWhatTheTestsSay() throws IOException {
    index.assertWrittenTo("feature-index.md", HEAD);
  }

  @Test
  void everyRowHasATest() {
    assertThat(index.withoutTests())
        .as("rows of docs/features.md that no test names with @Rows")
        .isEmpty();
  }

  @Test
  void everyRowThatATestNamesIsAFeature() {
    assertThat(index.unknown())
        .as("rows that tests name and docs/features.md does not have")
        .isEmpty();
  }
}
