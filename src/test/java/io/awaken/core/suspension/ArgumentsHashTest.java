package io.awaken.core.suspension;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.fixture.Rows;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which calls have the same hash. Source: features row 210. */
@Rows(210)
class ArgumentsHashTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final JsonMapper DOUBLES = new JsonMapper();
  private static final JsonMapper DECIMALS =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private static String hash(JsonNode arguments) {
    return ArgumentsHash.of("pay", arguments, null);
  }

  private static String hash(JsonMapper mapper, String json) throws JsonProcessingException {
    return hash(mapper.readTree("{\"n\": [" + json + "]}"));
  }

  @ParameterizedTest
  @CsvSource({
    "12345678.9, 1.23456789E7",
    "0.0005, 0.00050",
    "1.0E7, 10000000",
    "1, 1.0",
    "1, 1e0",
    "100, 1e2",
    "-100.0, -1E+2",
    "0, -0",
    "0, -0.0",
    "0, 0e7",
    "0.1, 1e-1",
    "-2.50, -2.5"
  })
  void theNotationOfANumberIsIrrelevant(String one, String other) throws Exception {
    assertThat(hash(DOUBLES, one))
        .isEqualTo(hash(DECIMALS, one))
        .isEqualTo(hash(DOUBLES, other))
        .isEqualTo(hash(DECIMALS, other));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 10",
    "1, -1",
    "0.1, 0.01",
    "1, 1e1",
    "0, 1",
    "12, 1e2",
    "1, '\"1\"'",
    "1, true",
    "0, null"
  })
  void anotherValueHasAnotherHash(String one, String other) throws Exception {
    assertThat(hash(DECIMALS, one)).isNotEqualTo(hash(DECIMALS, other));
    assertThat(hash(DOUBLES, one)).isNotEqualTo(hash(DOUBLES, other));
  }

  @Test
  void numbersOfEveryKindInCodeAreComparedByTheirValue() {
    assertThat(hash(JSON.numberNode(7.0f)))
        .isEqualTo(hash(JSON.numberNode(7.0)))
        .isEqualTo(hash(JSON.numberNode((short) 7)))
        .isEqualTo(hash(JSON.numberNode(7)))
        .isEqualTo(hash(JSON.numberNode(7L)))
        .isEqualTo(hash(JSON.numberNode(BigInteger.valueOf(7))))
        .isEqualTo(hash(JSON.numberNode(new BigDecimal("7.00"))));
    assertThat(hash(JSON.numberNode(0.1f))).isEqualTo(hash(JSON.numberNode(0.1)));
    assertThat(hash(JSON.numberNode(Double.NaN)))
        .isNotEqualTo(hash(JSON.numberNode(Double.POSITIVE_INFINITY)));
  }

  @Test
  void aNumberWithManyZerosIsNotExpanded() throws Exception {
    assertThat(hash(DECIMALS, "1e999999999")).isEqualTo(hash(DECIMALS, "10.0e999999998"));
    assertThat(hash(DECIMALS, "1e-999999999")).isNotEqualTo(hash(DECIMALS, "1e999999999"));
    assertThat(hash(JSON.numberNode(new BigDecimal(BigInteger.valueOf(100), Integer.MIN_VALUE))))
        .isNotEqualTo(hash(JSON.numberNode(new BigDecimal(BigInteger.ONE, Integer.MIN_VALUE))));
  }

  @Test
  void theOrderOfItemsCountsButNotThatOfFields() throws Exception {
    assertThat(hash(DOUBLES.readTree("{\"a\": 1, \"b\": [1, 2]}")))
        .isEqualTo(hash(DOUBLES.readTree("{\"b\": [1, 2], \"a\": 1}")))
        .isNotEqualTo(hash(DOUBLES.readTree("{\"a\": 1, \"b\": [2, 1]}")));
  }
}
