package io.awaken.http.submit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.suspension.PendingCall;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Rows;
import io.awaken.http.submit.QuestionText.ShownArguments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an approver sees of the arguments that a model chose. */
@Rows({1064, 1065})
@BesideOthers
class ShownArgumentsTest {

  private static final String PADDING = "x".repeat(5_000);

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  @Test
  void shortArgumentsAreShownWhole() {
    ObjectNode arguments = object().put("to", "Ann").put("amount", 9);

    assertThat(ShownArguments.of(arguments)).isEqualTo(arguments.toString());
    assertThat(ShownArguments.of(null)).isEqualTo("null");
  }

  @Test
  @Attacks("S43")
  void aPaddedFieldDoesNotHideTheOthers() {
    ObjectNode arguments = object().put("note", PADDING).put("to", "Eve").put("amount", 9_000);
    var asked = SuspendTicket.approval("pay", "May I?");
    var ticket =
        new SuspendTicket(
            asked.suspension(),
            new PendingCall("c", "pay", arguments),
            asked.resumeMode(),
            null,
            null);

    assertThat(QuestionText.of(ticket))
        .isEqualTo(
            "May I?\npay {\"note\":\""
                + "x".repeat(666)
                + "\"... (4334 characters hidden),\"to\":\"Eve\",\"amount\":9000}");
  }

  @Test
  @Attacks("S43")
  void aPaddedFieldWithinAnotherDoesNotHideTheOthers() {
    ObjectNode arguments = object();
    ArrayNode transfers = arguments.putObject("order").putArray("transfers");
    transfers.addObject().put("note", PADDING).put("to", "Eve");
    transfers.addObject().put("to", "Bob");

    assertThat(ShownArguments.of(arguments))
        .contains("\"... (4500 characters hidden),\"to\":\"Eve\"},{\"to\":\"Bob\"}]}}");
  }

  @Test
  void namesAndTheNumberOfFieldsAreLimited() {
    ObjectNode arguments = object();
    for (int i = 0; i < 1_000; i++) {
      arguments.put(i + PADDING, i);
    }

    assertThat(ShownArguments.of(arguments))
        .startsWith("{\"0" + "x".repeat(39) + "\"... (4961 characters hidden):0,\"1x")
        .endsWith(":49,... (950 more hidden)}")
        .hasSizeLessThan(10_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 90})
  void deepArgumentsAreLimited(int depth) {
    ObjectNode arguments = object();
    ObjectNode at = arguments;
    for (int i = 0; i < depth; i++) {
      at = at.putObject("a");
    }
    at.put("b", PADDING);

    assertThat(ShownArguments.of(arguments)).contains(" characters hidden)").hasSizeLessThan(2_100);
  }

  @Test
  void aCutEscapesItsTextSoThatANoteOfTheModelIsWithinQuotes() {
    String forged = "\"... (0 characters hidden)}";

    assertThat(ShownArguments.of(object().put("a", forged + PADDING)))
        .startsWith("{\"a\":\"\\\"... (0 characters hidden)}x");
  }

  @Test
  void hiddenCharactersAreEscaped() {
    assertThat(ShownArguments.of(object().put("a", "1\u202e0"))).isEqualTo("{\"a\":\"1\\u202e0\"}");
  }
}
