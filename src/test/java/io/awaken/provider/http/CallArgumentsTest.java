package io.awaken.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The forms in which servers send the arguments of a call. */
@Rows(107)
class CallArgumentsTest {

  private static final String OSLO = "{\"city\":\"Oslo\"}";

  static Stream<Arguments> pieces() {
    return Stream.of(
        Arguments.of("in pieces", List.of("{\"city\":", "\"Oslo\"}"), OSLO),
        Arguments.of("whole, then in pieces", List.of(OSLO, "{\"city\":", "\"Oslo\"}"), OSLO),
        Arguments.of("in pieces, then whole", List.of("{\"city\":", "\"Oslo\"}", OSLO), OSLO),
        Arguments.of("a part, then whole", List.of("{\"city\":", "\"Os", OSLO), OSLO),
        Arguments.of("each with all before", List.of("{\"ci", "{\"city\":\"Os", OSLO), OSLO),
        Arguments.of(
            "an object within one of its own name",
            List.of("{\"a\":", "{\"a\":1}}"),
            "{\"a\":{\"a\":1}}"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pieces")
  void theyAreReadOnce(String form, List<String> pieces, String expected) {
    var arguments = new CallArguments();
    pieces.forEach(piece -> arguments.add(TextNode.valueOf(piece)));
    assertThat(arguments.parsed()).isEqualTo(ToolArguments.parsed(expected));
    assertThat(arguments.isWhole()).isTrue();
  }

  @Test
  void aPartOfThemIsNotTakenForTheWhole() {
    var arguments = new CallArguments();
    List.of("{\"filter\":", "{\"city\":\"Oslo\"}")
        .forEach(piece -> arguments.add(TextNode.valueOf(piece)));
    assertThat(arguments.parsed().isTextual()).isTrue();
    assertThat(arguments.isWhole()).isFalse();
  }
}
