package io.awaken.provider.langchain4j;

import static io.awaken.provider.langchain4j.PlayedModel.answer;
import static io.awaken.provider.langchain4j.PlayedModel.call;
import static io.awaken.provider.langchain4j.PlayedModel.calls;
import static io.awaken.provider.langchain4j.PlayedModel.part;
import static io.awaken.provider.langchain4j.PlayedModel.response;
import static io.awaken.provider.langchain4j.PlayedModel.says;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.LlmListener;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.runtime.AgentRuntime;
import io.awaken.testkit.CollectingSink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Odd answers that reach the bridge: nothing of them is lost, and nothing is shown twice. */
@Rows(1052)
class BridgedQuirksTest {

  private static final int LIMIT = 1000;
  private static final String OSLO = "{\"city\":\"Oslo\"}";
  private static final String ROME = "{\"city\":\"Rome\"}";
  private static final String LONG = "It is sunny today in Oslo.";

  /**
   * One odd answer; the model answers {@code Done.} to all later requests.
   *
   * @param text what readers see of the whole run
   * @param calls arguments of the calls that are executed, in order
   */
  private record Odd(
      String name,
      PlayedModel.Play play,
      String text,
      String reasoning,
      List<String> calls,
      String ends) {

    Odd(String name, PlayedModel.Play play, String text) {
      this(name, play, text, "", List.of(), "natural_end");
    }

    Odd thinking(String thought) {
      return new Odd(name, play, text, thought, calls, ends);
    }

    Odd calling(String... arguments) {
      return new Odd(name, play, text, reasoning, List.of(arguments), ends);
    }

    Odd ending(String code) {
      return new Odd(name, play, text, reasoning, calls, code);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Odd> content() {
    return Stream.of(
        new Odd("text only at the end", end(says("Sunny")), "Sunny"),
        new Odd(
            "text in pieces and again at the end", text("Sun", "ny").then(says("Sunny")), "Sunny"),
        new Odd("the last piece only at the end", text("Sun").then(says("Sunny")), "Sunny"),
        new Odd("another text at the end", text("Sunny").then(says("Rainy")), "Sunny"),
        new Odd("no text at the end", text("Sunny").then(says("")), "Sunny"),
        new Odd(
            "all pieces once more as one",
            text("It is sunny ", "today in Oslo.", LONG).then(says(LONG + LONG)),
            LONG),
        new Odd("thinking only at the end", end(thought("Hm", "Sunny")), "Sunny").thinking("Hm"),
        new Odd(
                "the last piece of thinking only at the end",
                thinking("H").then(thought("Hm", "Sunny")),
                "Sunny")
            .thinking("Hm"),
        new Odd("two ends", end(says("Sunny")).then(says("Sunny")), "Sunny"),
        new Odd(
            "an error after the end",
            end(says("Sunny")).then(handler -> handler.onError(new IllegalStateException("late"))),
            "Sunny"),
        new Odd("nothing, once", end(says("")), "Done."),
        new Odd("blank text only at the end", end(says(" ")), " ").ending("empty_answer"),
        new Odd(
            "the reason for calls, and none", end(ended("", FinishReason.TOOL_EXECUTION)), "Done."),
        new Odd("another reason, and nothing", end(ended("", FinishReason.OTHER)), "Done."));
  }

  static Stream<Odd> ends() {
    return Stream.of(
        new Odd("the limit", end(ended("Sunny. ", FinishReason.LENGTH)), "Sunny. Done."),
        new Odd("as many tokens as the limit", end(used(LIMIT)), "Sunny. Done."),
        new Odd("a token less than the limit", end(used(LIMIT - 1)), "Sunny. "),
        new Odd("another reason", end(ended("Sun", FinishReason.OTHER)), "Sun")
            .ending("stopped_early"),
        new Odd("another reason after a call", end(calls(FinishReason.OTHER, oslo("c"))), "Done.")
            .calling(OSLO),
        new Odd("the filter", end(ended("Sun", FinishReason.CONTENT_FILTER)), "")
            .ending("content_filtered"),
        new Odd("a call without a name", end(calls(FinishReason.STOP, call("c", "", OSLO))), "")
            .ending("provider"));
  }

  static Stream<Odd> severalCalls() {
    return Stream.of(
        new Odd("one id twice", end(calls(FinishReason.STOP, oslo("c"), rome("c"))), "Done.")
            .calling(OSLO, ROME),
        new Odd("no ids", end(calls(FinishReason.STOP, oslo(null), rome(""))), "Done.")
            .calling(OSLO, ROME),
        new Odd(
                "one id twice, in parts",
                parts(0, "c", OSLO)
                    .then(parts(1, "c", ROME))
                    .then(calls(FinishReason.STOP, oslo("c"), rome("c"))),
                "Done.")
            .calling(OSLO, ROME),
        new Odd(
                "one index twice",
                parts(0, "a", OSLO)
                    .then(parts(0, "b", ROME))
                    .then(calls(FinishReason.STOP, oslo("a"), rome("b"))),
                "Done.")
            .calling(OSLO, ROME),
        new Odd(
                "one index twice, whole and without ids",
                whole(0, null, OSLO)
                    .then(whole(0, null, ROME))
                    .then(calls(FinishReason.STOP, oslo(null), rome(null))),
                "Done.")
            .calling(OSLO, ROME),
        new Odd(
                "whole twice",
                whole(0, "c", OSLO)
                    .then(whole(0, "c", OSLO))
                    .then(calls(FinishReason.STOP, oslo("c"))),
                "Done.")
            .calling(OSLO),
        new Odd(
                "whole twice, without arguments",
                whole(0, "c", null).then(whole(0, "c", null)).then(with(null)),
                "Done.")
            .calling("{}"),
        new Odd("a call that the end lacks", whole(0, "c", OSLO).then(says("")), "Done.")
            .calling(OSLO),
        new Odd("a call in parts that the end lacks", parts(0, "c", OSLO).then(says("")), "Done.")
            .calling(OSLO),
        new Odd("half a call that the end lacks", parts(0, "c", "{\"ci").then(says("Sun")), "Sun"));
  }

  static Stream<Odd> arguments() {
    return Stream.of(
        new Odd("none", end(with(null)), "Done.").calling("{}"),
        new Odd("an empty text", end(with("")), "Done.").calling("{}"),
        new Odd("null as text", end(with("null")), "Done.").calling("{}"),
        new Odd("JSON as text of JSON", end(with("\"{\\\"city\\\":\\\"Oslo\\\"}\"")), "Done.")
            .calling(OSLO),
        new Odd("none at the end, but in parts", parts(0, "c", OSLO).then(with("")), "Done.")
            .calling(OSLO),
        new Odd(
                "whole, and then again in parts",
                parts(0, "c", OSLO).then(parts(0, "c", OSLO)).then(with(OSLO + OSLO)),
                "Done.")
            .calling(OSLO),
        new Odd("only at the end of a call", whole(0, "c", OSLO).then(with(null)), "Done.")
            .calling(OSLO),
        new Odd("no JSON", end(with("{oops")), "Done."));
  }

  @ParameterizedTest
  @MethodSource({"content", "ends", "severalCalls", "arguments"})
  void nothingOfAnAnswerIsLostOrShownTwice(Odd odd) throws Exception {
    var requests = new AtomicInteger();
    var model =
        new PlayedModel(
            handler -> {
              if (requests.getAndIncrement() == 0) {
                odd.play().play(handler);
              } else {
                handler.onCompleteResponse(says("Done."));
              }
            });
    var executed = new ArrayList<String>();
    var sink = new CollectingSink();
    try (AgentRuntime runtime = runtime(model, executed)) {
      TerminationReason ending =
          runtime.run(RunRequest.of("a", "Which weather?"), sink).termination();

      assertThat(code(ending)).isEqualTo(odd.ends());
    }
    List<AgentEvent> events = sink.take();
    assertThat(executed).isEqualTo(odd.calls());
    assertThat(shown(events, AgentEvent.TextDelta.class)).isEqualTo(odd.text());
    assertThat(shown(events, AgentEvent.ReasoningDelta.class)).isEqualTo(odd.reasoning());
  }

  @Test
  void anEmptyAnswerIsAskedForOnceMoreAndNamesItsReason() throws Exception {
    var requests = new AtomicInteger();
    var model =
        new PlayedModel(
            handler -> {
              requests.incrementAndGet();
              handler.onCompleteResponse(ended("", FinishReason.OTHER));
            });
    try (AgentRuntime runtime = runtime(model, new ArrayList<>())) {
      TerminationReason ending =
          runtime.run(RunRequest.of("a", "Hi"), new CollectingSink()).termination();

      assertThat(code(ending)).isEqualTo("empty_answer");
    }
    assertThat(requests).hasValue(2);
    assertThat(answer(LlmListener.NONE, end(ended("", FinishReason.OTHER))).providerReason())
        .isEqualTo("other");
  }

  @Test
  void theModelsOwnLimitCountsWhereTheAgentHasNone() {
    var model =
        new PlayedModel(handler -> {}) {
          @Override
          public ChatRequestParameters defaultRequestParameters() {
            return ChatRequestParameters.builder().maxOutputTokens(7).build();
          }
        };

    assertThat(model.bridge().usualAnswer(PlayedModel.request())).isEqualTo(7);
  }

  private static AgentRuntime runtime(PlayedModel model, List<String> executed) {
    ObjectNode retry = JsonNodeFactory.instance.objectNode().put("backoff_base_ms", 0);
    retry.put("max_retries", 0).put("max_stream_retries", 0);
    ObjectNode limit = JsonNodeFactory.instance.objectNode().put("max_tokens", LIMIT);
    FunctionTool tool =
        new FunctionTool(
                "get_weather",
                (arguments, context) -> {
                  synchronized (executed) {
                    executed.add(arguments.toString());
                  }
                  return ToolResult.success("get_weather", TextNode.valueOf("sunny"));
                })
            .describedBy(JsonNodeFactory.instance.objectNode().put("type", "object"));
    return AgentRuntime.builder()
        .inMemory()
        .withAgentSpec(
            AgentSpec.builder("a", "m").section("retry", retry).section("inference", limit).build())
        .withModel(new ModelSpec("m", "p", "any"))
        .withProvider("p", model.bridge())
        .withTool("get_weather", tool)
        .build();
  }

  private static String code(TerminationReason ending) {
    return switch (ending) {
      case TerminationReason.NaturalEnd end -> "natural_end";
      case TerminationReason.Error error ->
          error.value().replaceFirst("(?s).*\\(([a-z_]+)\\)$", "$1");
      default -> ending.toString();
    };
  }

  private static String shown(List<AgentEvent> events, Class<? extends AgentEvent> type) {
    var shown = new StringBuilder();
    for (AgentEvent event : events) {
      if (event instanceof AgentEvent.TextDelta text && type.isInstance(event)) {
        shown.append(text.delta());
      } else if (event instanceof AgentEvent.ReasoningDelta thought && type.isInstance(event)) {
        shown.append(thought.delta());
      }
    }
    return shown.toString();
  }

  /** What the model does, in order. */
  private record Steps(List<PlayedModel.Play> steps) implements PlayedModel.Play {

    Steps then(PlayedModel.Play next) {
      return new Steps(Stream.concat(steps.stream(), Stream.of(next)).toList());
    }

    Steps then(ChatResponse response) {
      return then(end(response));
    }

    @Override
    public void play(StreamingChatResponseHandler handler) {
      steps.forEach(step -> step.play(handler));
    }
  }

  private static Steps step(PlayedModel.Play play) {
    return new Steps(List.of(play));
  }

  private static Steps end(ChatResponse response) {
    return step(handler -> handler.onCompleteResponse(response));
  }

  private static Steps text(String... pieces) {
    return step(handler -> Stream.of(pieces).forEach(handler::onPartialResponse));
  }

  private static Steps thinking(String piece) {
    return step(handler -> handler.onPartialThinking(new PartialThinking(piece)));
  }

  /** Arguments in two parts. */
  private static Steps parts(int index, String id, String arguments) {
    return step(
        handler -> {
          handler.onPartialToolCall(part(index, id, "get_weather", arguments.substring(0, 3)));
          handler.onPartialToolCall(part(index, id, "get_weather", arguments.substring(3)));
        });
  }

  private static Steps whole(int index, String id, String arguments) {
    var call = new CompleteToolCall(index, call(id, "get_weather", arguments));
    return step(handler -> handler.onCompleteToolCall(call));
  }

  private static ToolExecutionRequest oslo(String id) {
    return call(id, "get_weather", OSLO);
  }

  private static ToolExecutionRequest rome(String id) {
    return call(id, "get_weather", ROME);
  }

  private static ChatResponse with(String arguments) {
    return calls(FinishReason.TOOL_EXECUTION, call("c", "get_weather", arguments));
  }

  private static ChatResponse thought(String thought, String text) {
    return response(AiMessage.builder().thinking(thought).text(text).build(), FinishReason.STOP);
  }

  private static ChatResponse ended(String text, FinishReason reason) {
    return response(AiMessage.from(text), reason);
  }

  private static ChatResponse used(int tokens) {
    return ChatResponse.builder()
        .aiMessage(AiMessage.from("Sunny. "))
        .finishReason(FinishReason.STOP)
        .tokenUsage(new TokenUsage(10, tokens))
        .build();
  }
}
