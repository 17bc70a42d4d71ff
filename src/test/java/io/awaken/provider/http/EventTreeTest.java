package io.awaken.provider.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.Allocation;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Rows(1055)
class EventTreeTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String TOKEN =
      "{\"id\":\"c-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","
          + "\"choices\":[{\"index\":0,\"delta\":{\"content\":\" wonderful\"},"
          + "\"finish_reason\":null}]}";

  private static List<JsonNode> read(String text) throws IOException {
    var tree = new EventTree(JSON.reader());
    var values = new ArrayList<JsonNode>();
    try (JsonParser json = JSON.createParser(text.getBytes(StandardCharsets.UTF_8))) {
      for (JsonNode value = tree.next(json); value != null; value = tree.next(json)) {
        values.add(value);
      }
    }
    return values;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "7",
        "\"text\"",
        "{\"a\":{\"id\":\"kept\",\"model\":[1,{\"object\":2}]},\"b\":[[],[{}],null,true,false]}",
        "{\"n\":[1,-5,2147483648,12345678901234567890,1.5,1e300,0.1]}",
        "{\"a\":1,\"a\":2}",
        "{\"t\":\"\\u00e4 \\ud83d\\ude00 \\\"\\n\"}",
        "{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8,\"i\":9,\"j\":10}"
      })
  void theTreeIsThatOfJackson(String text) throws IOException {
    assertThat(read(text)).containsExactly(JSON.readTree(text));
  }

  @Test
  void whatEachEventRepeatsIsLeftOut() throws IOException {
    assertThat(read(TOKEN))
        .containsExactly(
            JSON.readTree(
                "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\" wonderful\"},"
                    + "\"finish_reason\":null}]}"));
    assertThat(read("{\"id\":{\"a\":[1]},\"object\":[{}],\"b\":1}"))
        .containsExactly(JSON.readTree("{\"b\":1}"));
  }

  @Test
  void severalValuesAreReadOneAfterTheOther() throws IOException {
    assertThat(read("{\"a\":1} {\"b\":2.5}\n[3]"))
        .containsExactly(
            JSON.readTree("{\"a\":1}"), JSON.readTree("{\"b\":2.5}"), JSON.readTree("[3]"));
    assertThat(read(" ")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":", "{\"a\"", "[1,", "{\"a\":1]", "{a:1}", "nul", "{\"id\":[1}"})
  void whatIsNoJsonFailsAsWithJackson(String text) {
    assertThatThrownBy(() -> JSON.readTree(text)).isInstanceOf(JsonProcessingException.class);
    assertThatThrownBy(() -> read(text)).isInstanceOf(JsonProcessingException.class);
  }

  @Test
  void theTreeOfATokenAllocatesLessThanJacksons() {
    byte[] token = TOKEN.getBytes(StandardCharsets.UTF_8);
    var tree = new EventTree(JSON.reader());
    long parser = leastPerEvent(token, JsonParser::nextToken);
    long ours = leastPerEvent(token, tree::next) - parser;
    long jacksons = leastPerEvent(token, JSON.reader()::readTree) - parser;

    assertThat(ours).isLessThan(jacksons * 2 / 3);
  }

  private interface Reading {
    Object of(JsonParser json) throws IOException;
  }

  private static long leastPerEvent(byte[] event, Reading reading) {
    return Allocation.leastPerCall(
        5_000,
        () -> {
          try (JsonParser json = JSON.createParser(event)) {
            reading.of(json);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
