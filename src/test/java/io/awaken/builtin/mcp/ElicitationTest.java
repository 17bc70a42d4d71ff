package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.tool.ArgumentSchema;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users see of a server's question. */
@Rows(1131)
@Attacks("S43")
@BesideOthers
class ElicitationTest {

  /** Shows the text after it from right to left. */
  private static final String REVERSING = "\u202e";

  private static ObjectNode question(String message) {
    return JsonNodeFactory.instance.objectNode().put("message", message);
  }

  private static ObjectNode page(String address) {
    return question("Sign in.").put("mode", "url").put("url", address);
  }

  @Test
  void aMessageIsShownWithoutHiddenCharacters() {
    ObjectNode form = question("Pay " + REVERSING + "1\u200b0?\u0000");
    form.putObject("requestedSchema").put("type", "object").putObject("properties");

    assertThat(Elicitation.read(form).message()).isEqualTo("Pay 10?");
  }

  @Test
  void textsOfFieldsAreShownWithoutHiddenCharacters() {
    ObjectNode form = question("Pay?");
    ObjectNode field =
        form.putObject("requestedSchema")
            .put("type", "object")
            .putObject("properties")
            .putObject("a")
            .put("type", "string")
            .put("title", "A" + REVERSING + "mount")
            .put("description", "in\u200b euros");
    field.putArray("oneOf").addObject().put("const", "1").put("title", "o\u2066ne");

    assertThat(Elicitation.read(form).form().at("/properties/a").toString())
        .isEqualTo(
            "{\"type\":\"string\",\"title\":\"Amount\",\"description\":\"in euros\","
                + "\"oneOf\":[{\"const\":\"1\",\"title\":\"one\"}]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'anyOf':[{'type':'string','maxLength':9},{'type':'null'}],'title':'N','default':null} | {'title':'N','anyOf':[{'type':'string','maxLength':9},{'type':'null'}],'default':null}
          {'oneOf':[{'type':'null'},{'type':'integer','title':'N'}],'default':3} | {'title':'N','default':3,'anyOf':[{'type':'integer'},{'type':'null'}]}
          {'type':['boolean','null']}                            | {'anyOf':[{'type':'boolean'},{'type':'null'}],'default':null}
          {'type':['string','null'],'enum':['a',null]}           | {'anyOf':[{'type':'string','enum':['a']},{'type':'null'}],'default':null}
          {'anyOf':[{'type':'string','enum':['a']},{'type':'null'}]} | {'anyOf':[{'type':'string','enum':['a']},{'type':'null'}],'default':null}
          {'type':'string','oneOf':[{'const':'a','title':'A'},{'const':null}]} | {'anyOf':[{'type':'string','oneOf':[{'const':'a','title':'A'}]},{'type':'null'}],'default':null}
          """)
  void aFieldThatMayBeNullIsOptionalAndNullForTheServer(String field, String asked)
      throws Exception {
    ObjectNode form = question("Nick?");
    ObjectNode schema = form.putObject("requestedSchema").put("type", "object");
    schema.putObject("properties").set("nick", json(field));
    schema.putArray("required").add("nick");

    Elicitation read = Elicitation.read(form);

    assertThat(read.form().at("/properties/nick")).isEqualTo(json(asked));
    assertThat(read.form().path("required")).isEmpty();
    assertThat(
            read.reply(new Decision("d", DecisionAction.RESUME, json("{}"), null, 0))
                .at("/content/nick"))
        .isEqualTo(json(asked).get("default"));
    var fits = new ArgumentSchema(read.form());
    fits.check(json("{'nick':null}"));
    fits.check(json("{}"));
  }

  @Test
  void aDefaultOfNullIsNoDefault() throws Exception {
    ObjectNode form = question("Nick?");
    form.putObject("requestedSchema")
        .put("type", "object")
        .putObject("properties")
        .set("nick", json("{'type':'string','default':null}"));

    assertThat(Elicitation.read(form).form().at("/properties/nick"))
        .isEqualTo(json("{'type':'string'}"));
  }

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  @Test
  void aNameOrChoiceWithHiddenCharactersIsRefused() {
    ObjectNode named = question("Pay?");
    named
        .putObject("requestedSchema")
        .put("type", "object")
        .putObject("properties")
        .putObject("a" + REVERSING)
        .put("type", "string");
    ObjectNode chosen = question("Pay?");
    chosen
        .putObject("requestedSchema")
        .put("type", "object")
        .putObject("properties")
        .putObject("a")
        .put("type", "string")
        .putArray("enum")
        .add("yes" + REVERSING);

    assertThatThrownBy(() -> Elicitation.read(named)).hasMessageContaining("invisible");
    assertThatThrownBy(() -> Elicitation.read(chosen)).hasMessageContaining("invisible");
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.example/1?b=%20c#d, https://a.example/1?b=%20c#d",
    "https://xn--bcher-kva.example/, https://xn--bcher-kva.example/",
    "https://a.example/bücher, https://a.example/b%C3%BCcher",
    "https://a.example/\u202egpj.exe, https://a.example/%E2%80%AEgpj.exe",
    "https://a.example/\u200b, https://a.example/%E2%80%8B",
    "https://a.example/?a=\u2066#\u2067, https://a.example/?a=%E2%81%A6#%E2%81%A7"
  })
  void aPageIsShownInAscii(String address, String shown) {
    var ticket = Elicitation.read(page(address)).ticket("s", 1, 1, null);

    assertThat(ticket.suspension().parameters().path("url").asText()).isEqualTo(shown);
    assertThat(ticket.suspension().message())
        .isEqualTo("The MCP server s asks you to visit " + shown + ": Sign in.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"https://bücher.example/", "https://a\u202e.example/", "https://ехample/"})
  void aHostThatIsNotInAsciiIsRefused(String address) {
    assertThatThrownBy(() -> Elicitation.read(page(address)))
        .hasMessage("url must be an address of http or https, with its host in ASCII (punycode)");
  }

  @Test
  void theLimitCountsTheAddressAsShown() {
    assertThatThrownBy(() -> Elicitation.read(page("https://a.example/" + "ü".repeat(400))))
        .hasMessage("url must have at most 2048 characters, in ASCII");
  }
}
