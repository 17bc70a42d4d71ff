package io.awaken.provider.langchain4j;

import static io.awaken.provider.langchain4j.PlayedModel.answer;
import static io.awaken.provider.langchain4j.PlayedModel.call;
import static io.awaken.provider.langchain4j.PlayedModel.calls;
import static io.awaken.provider.langchain4j.PlayedModel.part;
import static io.awaken.provider.langchain4j.PlayedModel.response;
import static io.awaken.provider.langchain4j.PlayedModel.says;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.output.FinishReason;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media.ImageBlock;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.fixture.RecordedPieces;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Answers of LangChain4j models. */
@Rows(1052)
class BridgedAnswerTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final RecordedPieces pieces = new RecordedPieces();

  @Test
  void textAndThoughtsArriveInPieces() throws Exception {
    StreamResult result =
        answer(
            pieces,
            handler -> {
              handler.onPartialThinking(new PartialThinking("Hm"));
              handler.onPartialResponse("It ");
              handler.onPartialResponse("works.");
              handler.onCompleteResponse(says("It works."));
            });

    assertThat(pieces.pieces()).containsExactly("reasoning:Hm", "text:It ", "text:works.");
    assertThat(result.content())
        .containsExactly(new ContentBlock.Thinking("Hm"), new ContentBlock.Text("It works."));
    assertThat(result.stopReason()).isEqualTo(StopReason.END_TURN);
    assertThat(result.usage()).isEqualTo(TokenUsage.of(10, 5));
  }

  @Test
  void theListenerIsCalledOnTheCallingThread() throws Exception {
    var thread = new AtomicReference<Thread>();
    LlmListener listener = new RecordingThread(thread);

    answer(
        listener,
        handler -> {
          handler.onPartialResponse("Hi");
          handler.onCompleteResponse(says("Hi"));
        });

    assertThat(thread.get()).isSameAs(Thread.currentThread());
  }

  @Test
  void aCharacterThatIsCutBetweenPiecesIsWhole() throws Exception {
    String face = "\uD83D\uDE00";

    answer(
        pieces,
        handler -> {
          handler.onPartialResponse("a" + face.charAt(0));
          handler.onPartialResponse(face.charAt(1) + "b");
          handler.onCompleteResponse(says("a" + face + "b"));
        });

    assertThat(pieces.pieces()).containsExactly("text:a", "text:" + face + "b");
  }

  @Test
  void parallelCallsArriveInPartsAndKeepTheirOrder() throws Exception {
    StreamResult result =
        answer(
            pieces,
            handler -> {
              handler.onPartialToolCall(part(0, "a", "weather", "{\"city\":"));
              handler.onPartialToolCall(part(0, "a", "weather", "\"Bern\"}"));
              handler.onCompleteToolCall(
                  new CompleteToolCall(0, call("a", "weather", "{\"city\":\"Bern\"}")));
              handler.onPartialToolCall(part(1, "b", "time", "{}"));
              handler.onCompleteToolCall(new CompleteToolCall(1, call("b", "time", "{}")));
              handler.onCompleteResponse(
                  calls(
                      FinishReason.TOOL_EXECUTION,
                      call("a", "weather", "{\"city\":\"Bern\"}"),
                      call("b", "time", "{}")));
            });

    assertThat(pieces.pieces())
        .containsExactly(
            "call:a:weather",
            "arguments:a:{\"city\":",
            "arguments:a:\"Bern\"}",
            "call:b:time",
            "arguments:b:{}");
    assertThat(result.toolCalls())
        .containsExactly(
            new ToolCall("a", "weather", MAPPER.readTree("{\"city\":\"Bern\"}")),
            new ToolCall("b", "time", MAPPER.readTree("{}")));
    assertThat(result.stopReason()).isEqualTo(StopReason.TOOL_USE);
  }

  @Test
  void callsOnlyInTheAnswerArePublishedWhole() throws Exception {
    StreamResult result =
        answer(
            pieces,
            handler ->
                handler.onCompleteResponse(
                    calls(FinishReason.STOP, call("a", "time", null), call("b", "time", "{}"))));

    assertThat(pieces.pieces())
        .containsExactly("call:a:time", "arguments:a:{}", "call:b:time", "arguments:b:{}");
    assertThat(result.toolCalls()).extracting(ToolCall::id).containsExactly("a", "b");
    assertThat(result.stopReason()).isEqualTo(StopReason.TOOL_USE);
  }

  @Test
  void callsWithoutAnIdGetOneAndKeepIt() throws Exception {
    StreamResult result =
        answer(
            pieces,
            handler -> {
              handler.onPartialToolCall(part(0, null, "time", "{}"));
              handler.onCompleteToolCall(new CompleteToolCall(1, call(null, "time", "{}")));
              handler.onCompleteResponse(
                  calls(
                      FinishReason.TOOL_EXECUTION,
                      call(null, "time", "{}"),
                      call(null, "time", "{}")));
            });

    assertThat(result.toolCalls()).extracting(ToolCall::id).containsExactly("call_0", "call_1");
    assertThat(pieces.pieces())
        .containsExactly(
            "call:call_0:time", "arguments:call_0:{}", "call:call_1:time", "arguments:call_1:{}");
  }

  @Test
  void aCallCutOffByTheLengthLimitIsDropped() throws Exception {
    StreamResult result =
        answer(
            pieces,
            handler ->
                handler.onCompleteResponse(
                    calls(
                        FinishReason.LENGTH,
                        call("a", "time", "{}"),
                        call("b", "weather", "{\"ci"))));

    assertThat(result.toolCalls()).extracting(ToolCall::id).containsExactly("a");
    assertThat(result.hasIncompleteToolCalls()).isTrue();
    assertThat(result.stopReason()).isEqualTo(StopReason.MAX_TOKENS);
  }

  @Test
  void invalidJsonArgumentsStayText() throws Exception {
    StreamResult result =
        answer(
            pieces,
            handler ->
                handler.onCompleteResponse(
                    calls(FinishReason.TOOL_EXECUTION, call("a", "time", "{oops"))));

    assertThat(result.toolCalls().getFirst().arguments().textValue()).isEqualTo("{oops");
  }

  @Test
  void attributesOfAModelAreStoredForItsProvider() throws Exception {
    AiMessage message =
        AiMessage.builder()
            .text("Yes.")
            .thinking("Hm")
            .attributes(Map.of("thinking_signature", "c2ln", "handle", new Object()))
            .build();

    StreamResult result =
        answer(pieces, handler -> handler.onCompleteResponse(response(message, FinishReason.STOP)));

    assertThat(result.providerMetadata())
        .isEqualTo(MAPPER.readTree("{\"p\":{\"attributes\":{\"thinking_signature\":\"c2ln\"}}}"));
    assertThat(pieces.pieces()).containsExactly("reasoning:Hm", "text:Yes.");
  }

  @Test
  void generatedImagesArePartOfTheAnswer() throws Exception {
    Image image = Image.builder().base64Data("AQI=").mimeType("image/png").build();
    AiMessage message =
        AiMessage.builder()
            .text("Here.")
            .attributes(Map.of(AiMessage.GENERATED_IMAGES_KEY, List.of(image)))
            .build();

    StreamResult result =
        answer(pieces, handler -> handler.onCompleteResponse(response(message, FinishReason.STOP)));

    assertThat(((ImageBlock) result.content().getLast()).data().array()).containsExactly(1, 2);
    assertThat(result.providerMetadata()).isNull();
  }

  @Test
  void aBlockingModelIsSupported() throws Exception {
    ChatModel model =
        new ChatModel() {
          @Override
          public ChatResponse doChat(ChatRequest request) {
            // Without a finish reason: the document is whole or does not arrive.
            return ChatResponse.builder().aiMessage(AiMessage.from("Hello")).build();
          }
        };

    StreamResult result =
        LangChain4jModel.blocking(
                model, LangChain4jSettings.of("p"), task -> Thread.ofVirtual().start(task))
            .execute(PlayedModel.request(), pieces, new CancellationToken());

    assertThat(result.text()).isEqualTo("Hello");
    assertThat(pieces.pieces()).containsExactly("text:Hello");
    assertThat(result.usage()).isNull();
  }

  /** Records the calling thread. */
  private record RecordingThread(AtomicReference<Thread> thread) implements LlmListener {
    @Override
    public void text(String delta) {
      thread.set(Thread.currentThread());
    }

    @Override
    public void reasoning(String delta) {}

    @Override
    public void toolCallStart(String callId, String name) {}

    @Override
    public void toolCallDelta(String callId, String argsDelta) {}
  }
}
