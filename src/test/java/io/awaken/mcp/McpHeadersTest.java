package io.awaken.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.BesideOthers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@BesideOthers
class McpHeadersTest {

  @ParameterizedTest
  @CsvSource({
    "get_weather,get_weather",
    "a b,a b",
    "grüß,=?base64?Z3LDvMOf?=",
    "' a','=?base64?IGE=?='",
    "=?base64?YQ==?=,=?base64?PT9iYXNlNjQ/WVE9PT89?="
  })
  void unsafeValuesAreEncoded(String value, String header) {
    assertThat(McpHeaders.encoded(value)).isEqualTo(header);
    assertThat(McpHeaders.decoded(header)).hasValue(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"=?base64?%%?=", "=?base64?/w==?=", "=?base64?="})
  void anInvalidEncodedValueIsRefused(String header) {
    assertThat(McpHeaders.decoded(header)).isEmpty();
  }
}
