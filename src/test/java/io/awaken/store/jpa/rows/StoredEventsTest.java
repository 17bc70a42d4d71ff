package io.awaken.store.jpa.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Segment;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The events of a segment as stored text, of this version and of earlier ones. */
@Rows(170)
class StoredEventsTest {

  private static final ThreadId THREAD = new ThreadId("acme", "thread");
  private static final RunId RUN = new RunId("run");
  private static final String LINE = "\n";

  /** Ids that are known, that look as if they were, and other texts. */
  private static final List<String> TEXTS =
      List.of(
          "thread",
          "acme/thread",
          "run",
          "run-",
          "run-0",
          "run-1",
          "run-0-call",
          "run-0-call-call",
          "run--call",
          "run-=0",
          "run-=-call",
          "=run-0",
          "=",
          "",
          "-",
          "0",
          "call",
          "other-0",
          "ü😀",
          "\"\\\n\u0000",
          "\ud800");

  private static String written(List<Segment.Entry> entries) {
    return StoredEvents.write(THREAD, RUN, entries);
  }

  private static List<Segment.Entry> read(String text) {
    return StoredEvents.read(THREAD, RUN, text);
  }

  private static Segment.Entry at(long at, AgentEvent event) {
    return new Segment.Entry(at, event, null, null, null);
  }

  /** As earlier versions stored them, which is how readers get events. */
  private static String earlier(List<Segment.Entry> entries) throws JsonProcessingException {
    return "{\"version\":1,\"entries\":" + StoredJson.MAPPER.writeValueAsString(entries) + "}";
  }

  static Stream<Class<?>> types() {
    return RandomEvents.types();
  }

  @ParameterizedTest
  @MethodSource("types")
  void eachTypeAndFieldOfAnEventHasAShortName(Class<?> type) {
    assertThat(StoredNames.TYPES).containsKey(type.getAnnotation(JsonTypeName.class).value());
    assertThat(Arrays.stream(type.getRecordComponents()))
        .allSatisfy(
            field ->
                assertThat(StoredNames.FIELDS)
                    .containsKey(SnakeCaseStrategy.INSTANCE.translate(field.getName())));
  }

  @Test
  void noShortNameStandsForTwo() {
    assertThat(StoredNames.TYPES.values()).doesNotHaveDuplicates();
    assertThat(StoredNames.FIELDS.values())
        .doesNotHaveDuplicates()
        .doesNotContain("e")
        .doesNotContainAnyElementsOf(StoredNames.FIELDS.keySet());
  }

  @ParameterizedTest
  @MethodSource("types")
  void whateverAnEventSaysIsReadAsEarlierVersionsWouldHave(Class<?> type) throws Exception {
    var random = new Random(type.getName().hashCode());
    var events = new RandomEvents(random, TEXTS);
    for (int i = 0; i < 200; i++) {
      assertReadAsBefore(List.of(at(i, events.of(type)), at(i + random.nextInt(2), events.any())));
    }
  }

  @RepeatedTest(100)
  void whateverASegmentSaysIsReadAsEarlierVersionsWouldHave() throws Exception {
    var random = new Random();
    var events = new RandomEvents(random, TEXTS);
    var entries = new ArrayList<Segment.Entry>();
    for (int i = random.nextInt(40); i >= 0; i--) {
      boolean joined = random.nextBoolean();
      entries.add(
          new Segment.Entry(
              random.nextLong(-5_000, 5_000),
              events.any(),
              joined ? new int[] {3, 0, 4} : null,
              joined ? new int[] {0, 7, -2} : null,
              random.nextInt(3) == 0 ? Set.of("a", "b" + random.nextInt()) : null));
    }
    assertReadAsBefore(entries);
  }

  private static void assertReadAsBefore(List<Segment.Entry> entries)
      throws JsonProcessingException {
    List<Segment.Entry> before = read(earlier(entries));

    List<Segment.Entry> now = read(written(entries));

    assertThat(earlier(now)).isEqualTo(earlier(before));
    assertThat(now).usingRecursiveComparison().withStrictTypeChecking().isEqualTo(before);
  }

  @Test
  void aTextHasNoIdThatItsRowOrAnEarlierEventGives() {
    var result = ToolResult.success("echo", JsonNodeFactory.instance.textNode("42"));

    String text =
        written(
            List.of(
                at(1_700_000_000_000L, new AgentEvent.RunStart("thread", "run", null)),
                at(1_700_000_000_000L, new AgentEvent.StepStart("run-0")),
                new Segment.Entry(
                    1_700_000_000_005L,
                    new AgentEvent.TextDelta("run-0", "Let me look"),
                    new int[] {3, 8},
                    new int[] {0, 20},
                    Set.of("seen")),
                at(1_700_000_000_030L, new AgentEvent.ToolCallStart("call", "echo")),
                at(1_700_000_000_030L, new AgentEvent.ToolCallDelta("call", "{}")),
                at(
                    1_700_000_000_040L,
                    new AgentEvent.ToolCallDone(
                        "call", "run-0-call", result, ToolCallOutcome.SUCCEEDED)),
                at(
                    1_700_000_000_040L,
                    new AgentEvent.RunFinish(
                        "thread", "run", null, new TerminationReason.NaturalEnd()))));

    assertThat(text)
        .isEqualTo(
            """
            [2,1700000000000,{"e":"b"},{"e":"s","m":"0"},\
            5,{"e":"t","d":"Let me look"},[3,8],[0,20],"seen",\
            25,{"e":"cs","i":"call","n":"echo"},{"e":"cd","a":"{}"},\
            10,{"e":"c","r":{"tn":"echo","s":"success","x":"42"},"oc":"succeeded"},\
            {"e":"f","t":{"type":"natural_end"}}]\
            """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2"})
  void segmentsThatAVersionStoredStayReadable(String version) throws IOException {
    List<Segment.Entry> stored = read(golden(version));

    assertThat(earlier(stored)).isEqualTo(golden("1"));
  }

  @Test
  void segmentsAreStoredAsTheyWereWhenThisVersionWasNew() throws IOException {
    assertThat(written(read(golden("1")))).isEqualTo(golden("2"));
  }

  @Test
  void theStoredSegmentsOfAVersionHaveEventsOfAllTypes() throws IOException {
    assertThat(read(golden("1")))
        .extracting(entry -> (Object) entry.event().getClass())
        .containsAll(types().toList());
  }

  /** One entry per line, for people. */
  private static String golden(String version) throws IOException {
    try (InputStream in =
        StoredEventsTest.class.getResourceAsStream("/segments/version-" + version + ".json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace(LINE, "");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[3]                        | a segment has version 3, this server reads 1 and 2",
        "{\"version\":2}            | a segment has version 2, this server reads 1 and 2",
        "[]                         | a segment has version 0, this server reads 1 and 2",
        "[2,1                       | stored JSON cannot be read",
        "[2,{\"e\":\"unknown\"}]    | stored JSON cannot be read",
        "[2,{\"e\":\"s\"}]          | stored JSON cannot be read",
        "[2,{\"e\":\"s\",\"m\":[]}] | stored JSON cannot be read",
        "{                          | stored JSON cannot be read"
      })
  void aTextThatCannotBeReadSaysWhy(String text, String why) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith(why);
  }

  @Test
  void unknownFieldsOfLaterVersionsAreIgnored() {
    assertThat(read("[2,1,{\"e\":\"s\",\"m\":\"0\",\"colour\":\"red\"}]"))
        .isEqualTo(List.of(at(1, new AgentEvent.StepStart("run-0"))));
  }
}
