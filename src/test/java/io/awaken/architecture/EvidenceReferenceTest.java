package io.awaken.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every row of a catalogue has tests that name it. Writes which ones to {@code
 * target/evidence/*-index.md}.
 */
class EvidenceReferenceTest {

  @ParameterizedTest
  @EnumSource
  void everyRowHasATest(Catalogue catalogue) throws IOException {
    TaggedTests tests = catalogue.tests();
    var holders = new LinkedHashMap<String, List<String>>();
    catalogue
        .rows()
        .forEach((number, title) -> holders.put(number + ": " + title, tests.of(number)));
    TestIndex.write(catalogue.fileName(), holders);

    assertThat(holders)
        .hasSizeGreaterThan(20)
        .allSatisfy((row, names) -> assertThat(names).as("tests that name %s", row).isNotEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void everyRowThatATestNamesIsThere(Catalogue catalogue) throws IOException {
    var unknown = new TreeSet<>(catalogue.tests().byRow().keySet());
    unknown.removeAll(catalogue.rows().keySet());

    assertThat(unknown).as("rows that tests name and the catalogue does not have").isEmpty();
  }
}
