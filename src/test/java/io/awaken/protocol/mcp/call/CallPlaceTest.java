package io.awaken.protocol.mcp.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunId;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Rows;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Rows(1062)
@BesideOthers
class CallPlaceTest {

  static Stream<JsonNode> tokens() {
    return Stream.of(null, IntNode.valueOf(3), TextNode.valueOf("a/ü\n"));
  }

  @ParameterizedTest
  @MethodSource("tokens")
  void parsesItsOwnText(JsonNode token) {
    var place =
        new CallPosition(
            new RunId("r.1"), new Cursor(2, 7), TextNode.valueOf("x\ny"), token, false);

    assertThat(place.text()).matches("[\\x21-\\x7e]+");
    assertThat(CallPosition.parse(place.text()))
        .hasValueSatisfying(p -> assertThat(p.text()).isEqualTo(place.text()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a/b/c",
        "r/1-2/",
        "r/1-2/%%",
        "r/1-2/e30",
        "r/x/WzFd",
        "/1-2/WzFd",
        "r/1-2/W10"
      })
  void rejectsOtherText(String text) {
    assertThat(CallPosition.parse(text)).isEmpty();
  }
}
