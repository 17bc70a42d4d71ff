package io.awaken.core.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.Rows;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AgentEventTest {

  /** Those with a question mark in the table of {@code docs/events.md}. */
  private static final Set<String> OPTIONAL =
      Set.of(
          "RunStart.parentThreadId",
          "RunStart.parentRunId",
          "RunStart.origin",
          "RunStart.sender",
          "RunStart.supersedes",
          "TextDelta.messageId",
          "RunFinish.result",
          "ToolCallResumed.result",
          "InferenceComplete.usage",
          "ToolFilterConflict.winner",
          "Error.code");

  private static final Object[] SAMPLES = {
    "x",
    JsonNodeFactory.instance.objectNode(),
    ToolResult.error("tool", "no"),
    ToolCallOutcome.FAILED,
    RunOrigin.A2A,
    new TerminationReason.NaturalEnd(),
    new AgentEvent.RunResult("x"),
    TokenUsage.of(1, 1),
    List.of(),
    1L,
    true
  };

  static Stream<Arguments> fields() {
    return kinds(AgentEvent.class)
        .flatMap(
            kind ->
                IntStream.range(0, kind.getRecordComponents().length)
                    .filter(i -> !kind.getRecordComponents()[i].getType().isPrimitive())
                    .mapToObj(
                        i ->
                            Arguments.of(
                                kind.getSimpleName()
                                    + "."
                                    + kind.getRecordComponents()[i].getName(),
                                kind,
                                i)));
  }

  private static Stream<Class<?>> kinds(Class<?> type) {
    return type.isRecord()
        ? Stream.of(type)
        : Stream.of(type.getPermittedSubclasses()).flatMap(AgentEventTest::kinds);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("fields")
  @Rows(170)
  void onlyWhatIsOptionalMayBeMissing(String name, Class<?> kind, int missing) throws Exception {
    Object[] values = Stream.of(kind.getRecordComponents()).map(AgentEventTest::sample).toArray();
    values[missing] = null;
    Class<?>[] types =
        Stream.of(kind.getRecordComponents()).map(RecordComponent::getType).toArray(Class[]::new);
    Constructor<?> made = kind.getDeclaredConstructor(types);

    if (OPTIONAL.contains(name) || name.equals("Error.message")) {
      assertThatCode(() -> made.newInstance(values)).doesNotThrowAnyException();
    } else {
      assertThat(catchThrowable(() -> made.newInstance(values)))
          .isInstanceOf(InvocationTargetException.class)
          .hasCauseInstanceOf(NullPointerException.class);
    }
  }

  private static Object sample(RecordComponent component) {
    Class<?> type = component.getType();
    Class<?> wanted =
        type == long.class ? Long.class : type == boolean.class ? Boolean.class : type;
    return Arrays.stream(SAMPLES).filter(wanted::isInstance).findFirst().orElseThrow();
  }

  @Test
  void anErrorWithoutATextHasAnEmptyOne() {
    assertThat(new AgentEvent.Error(null, "x").message()).isEmpty();
  }
}
