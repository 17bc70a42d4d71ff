package io.awaken.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class CanonicalJsonTest {

  private static final JsonNode GIVEN = read("{'b': 5.0, 'a': {'d': [0.5, {'e': ''}], 'c': {}}}");

  @Test
  void namesAreInOrderAtEveryDepth() {
    assertThat(CanonicalJson.of(GIVEN))
        .hasToString("{\"a\":{\"c\":{},\"d\":[0.5,{\"e\":\"\"}]},\"b\":5.0}");
  }

  @Test
  void aSignedCardHasNeitherEmptyValuesNorWholeNumbersWithAFraction() {
    assertThat(CanonicalJson.withoutEmpty(GIVEN)).hasToString("{\"a\":{\"d\":[0.5]},\"b\":5}");
  }

  private static JsonNode read(String json) {
    try {
      return new ObjectMapper().readTree(json.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
