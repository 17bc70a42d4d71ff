package io.awaken.provider.langchain4j;

import static io.awaken.fixture.Conversations.assistant;
import static io.awaken.fixture.Conversations.tool;
import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.data.message.VideoContent;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.DefaultChatRequestParameters;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.Conversations;
import io.awaken.fixture.Rows;
import io.awaken.provider.http.FormatSupport;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests to LangChain4j models. */
@Rows(1051)
class ChatRequestsTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final LangChain4jSettings SETTINGS = LangChain4jSettings.of("p");
  private static final ChatRequestParameters NO_DEFAULTS = DefaultChatRequestParameters.EMPTY;

  private static ChatRequest sent(LlmRequest request) throws InferenceException {
    return sent(request, FormatSupport.NONE);
  }

  private static ChatRequest sent(LlmRequest request, FormatSupport formats)
      throws InferenceException {
    return BridgedRequests.of(request, SETTINGS, formats, NO_DEFAULTS);
  }

  private static List<ChatMessage> messages(Message... messages) throws InferenceException {
    return sent(Conversations.request(messages)).messages();
  }

  private static List<Content> contents(ContentBlock... blocks) throws InferenceException {
    return ((UserMessage) messages(Message.user(List.of(blocks))).getFirst()).contents();
  }

  @Test
  void theConversationIsSentWithItsCallsAndResults() throws Exception {
    var call = new ToolCall("a", "weather", MAPPER.readTree("{\"city\":\"Bern\"}"));
    var request =
        Conversations.request(
                user("Hot?"), assistant("Let me see.", call), tool("a", "12"), user("And now?"))
            .withSystem("Be kind.");

    assertThat(sent(request).messages())
        .containsExactly(
            SystemMessage.from("Be kind."),
            UserMessage.from(TextContent.from("Hot?")),
            AiMessage.builder()
                .text("Let me see.")
                .toolExecutionRequests(
                    List.of(PlayedModel.call("a", "weather", "{\"city\":\"Bern\"}")))
                .build(),
            ToolExecutionResultMessage.from("a", "weather", "12"),
            UserMessage.from(TextContent.from("And now?")));
  }

  @Test
  void instructionsComeFirstAndLaterOnesAreMarked() throws Exception {
    Message rule = message(Role.SYSTEM, "Rule.");

    assertThat(messages(rule, user("Hi"), assistant("Hello"), message(Role.SYSTEM, "Late.")))
        .containsExactly(
            SystemMessage.from("Rule."),
            UserMessage.from(TextContent.from("Hi")),
            AiMessage.from("Hello"),
            UserMessage.from(TextContent.from("<system>\nLate.\n</system>")));
  }

  @Test
  void messagesOfTheSameRoleAreOneMessage() throws Exception {
    assertThat(messages(user("One"), user("Two")))
        .containsExactly(UserMessage.from(TextContent.from("One"), TextContent.from("Two")));
  }

  @Test
  void settingsOfTheAgentAreSent() throws Exception {
    var parameters = new InferenceParameters(0.5, 0.9, 200, null);
    ChatRequest sent =
        sent(new LlmRequest("big", null, List.of(user("Hi")), List.of(), parameters));

    assertThat(sent.temperature()).isEqualTo(0.5);
    assertThat(sent.topP()).isEqualTo(0.9);
    assertThat(sent.maxOutputTokens()).isEqualTo(200);
    assertThat(sent.modelName()).isEqualTo("big");
  }

  @Test
  void theModelsOwnNameIsNotSent() throws Exception {
    var own = DefaultChatRequestParameters.builder().modelName("model").build();

    assertThat(
            BridgedRequests.of(PlayedModel.request(), SETTINGS, FormatSupport.NONE, own)
                .modelName())
        .isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // A schema | what of it is sent
        "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"minimum\":1}},"
            + "\"required\":[\"n\"],\"additionalProperties\":false}|"
            + "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"minimum\":1}},"
            + "\"required\":[\"n\"],\"additionalProperties\":false}",
        "{\"$schema\":\"x\",\"title\":\"T\",\"properties\":{\"n\":{\"type\":[\"string\",\"null\"]}}}|"
            + "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":[\"string\",\"null\"]}}}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/definitions/A\"}},"
            + "\"definitions\":{\"A\":{\"type\":\"string\"}}}|"
            + "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/$defs/A\"}},"
            + "\"$defs\":{\"A\":{\"type\":\"string\"}}}",
        "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}|{\"type\":\"object\"}"
      })
  void toolsAreSentWithTheirSchemas(String schema, String sent) throws Exception {
    var tool = new ToolDescriptor("find", null, "Finds.", MAPPER.readTree(schema), null);

    ToolSpecification specification =
        sent(Conversations.request(List.of(tool), user("Hi"))).toolSpecifications().getFirst();

    assertThat(specification.name()).isEqualTo("find");
    assertThat(specification.description()).isEqualTo("Finds.");
    assertThat(MAPPER.readTree(specification.toJson()).path("parameters"))
        .isEqualTo(MAPPER.readTree(sent));
  }

  @Test
  void mediaIsSentAsBytes() throws Exception {
    byte[] bytes = {1, 2};

    assertThat(
            contents(
                MediaKind.IMAGE.of("image/png", bytes, null),
                MediaKind.AUDIO.of("audio/wav", bytes, null),
                MediaKind.VIDEO.of("video/mp4", bytes, null),
                MediaKind.DOCUMENT.of("application/pdf", bytes, "a.pdf"),
                MediaKind.DOCUMENT.of("text/plain", "Words".getBytes(), "a.txt")))
        .containsExactly(
            ImageContent.from("AQI=", "image/png"),
            AudioContent.from("AQI=", "audio/wav"),
            VideoContent.from("AQI=", "video/mp4"),
            PdfFileContent.from("AQI=", "application/pdf"),
            TextContent.from("a.txt:\nWords"));
  }

  @Test
  void mediaIsSentAsUrl() throws Exception {
    assertThat(contents(MediaKind.IMAGE.at("https://host/a.png", null, null)))
        .containsExactly(ImageContent.from("https://host/a.png"));
    assertThat(contents(MediaKind.DOCUMENT.at("https://host/a.pdf", "application/pdf", null)))
        .containsExactly(PdfFileContent.from("https://host/a.pdf"));
  }

  @Test
  void mediaOfAResultFollowsAllResults() throws Exception {
    var call = new ToolCall("a", "shot", MAPPER.readTree("{}"));
    var block = MediaKind.IMAGE.of("image/png", new byte[] {1, 2}, null);
    Message result = Message.tool("m", "a", List.of(new ContentBlock.Text("Done."), block), null);

    assertThat(messages(user("Hi"), assistant(null, call), result))
        .last()
        .isEqualTo(
            UserMessage.from(
                TextContent.from("From the result of the tool call a:"),
                ImageContent.from("AQI=", "image/png")));
  }

  @Test
  void aDocumentThatIsNeitherPdfNorTextIsRefused() {
    var failure =
        catchThrowableOfType(
            InferenceException.class,
            () -> contents(MediaKind.DOCUMENT.of("application/zip", new byte[1], null)));

    assertThat(failure.kind()).isEqualTo(Kind.UNSUPPORTED_CONTENT);
    assertThat(failure.forClients()).contains("content[0]", "documents as PDF or text only");
  }

  @Test
  void reasoningAndAttributesAreSentBackToTheirProviderOnly() throws Exception {
    ObjectNode own =
        (ObjectNode) MAPPER.readTree("{\"p\":{\"attributes\":{\"thinking_signature\":\"c2ln\"}}}");
    Message thought =
        assistant("Yes.")
            .withContent(List.of(new ContentBlock.Thinking("Hm"), new ContentBlock.Text("Yes.")));
    var request = Conversations.request(user("Sure?"), thought.with(own), user("Why?"));

    AiMessage back = (AiMessage) sent(request.seenBy("p")).messages().get(1);
    AiMessage foreign = (AiMessage) sent(request.seenBy("other")).messages().get(1);

    assertThat(back.thinking()).isEqualTo("Hm");
    assertThat(back.attribute("thinking_signature", String.class)).isEqualTo("c2ln");
    assertThat(foreign).isEqualTo(AiMessage.from("Yes."));
  }

  private static Message message(Role role, String text) {
    return new Message(
        "m", role, List.of(new ContentBlock.Text(text)), List.of(), null, null, null);
  }
}
