package io.awaken.provider.quirks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.BesideOthers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever a legal mix of events says: each call is executed once, and each text is shown once.
 * Failures name the seed.
 */
@BesideOthers
class RandomAnswersTest {

  private static final int ROUNDS = 60;
  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest
  @EnumSource
  void everyCallIsExecutedOnceAndEveryTextIsShownOnce(QuirkWire wire) throws Exception {
    for (int seed = 0; seed < ROUNDS; seed++) {
      var random = new Random(seed);
      List<AnswerPart> parts = parts(random);
      List<Map<String, ?>> events = new LegalEvents(random).of(wire, parts);
      new QuirksTest().nothingOfAnAnswerIsLost(wire, quirk(seed, parts, events), seed % 5 == 0);
    }
  }

  private static Quirk quirk(int seed, List<AnswerPart> parts, List<Map<String, ?>> events) {
    List<Quirk.Call> calls =
        parts.stream()
            .filter(AnswerPart.Call.class::isInstance)
            .map(AnswerPart.Call.class::cast)
            .map(call -> new Quirk.Call(call.name(), JSON.valueToTree(call.arguments())))
            .toList();
    List<JsonNode> chunks = events.stream().<JsonNode>map(JSON::valueToTree).toList();
    return new Quirk(
        "seed " + seed,
        0,
        "random",
        null,
        null,
        chunks,
        null,
        null,
        null,
        null,
        AnswerPart.text(parts),
        AnswerPart.reasoning(parts),
        calls,
        null,
        null,
        null,
        null);
  }

  /** Some reasoning, texts and calls, in any order, with something to show. */
  private static List<AnswerPart> parts(Random random) {
    var parts = new ArrayList<AnswerPart>();
    int count = 1 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      parts.add(
          switch (random.nextInt(3)) {
            case 0 -> new AnswerPart.Thought("Thought " + i + "\n\"é\" ");
            case 1 -> new AnswerPart.Text("Text " + i + " {\"ü\": 1} ");
            default ->
                random.nextInt(4) == 0
                    ? new AnswerPart.Call("current_time", Map.of())
                    : new AnswerPart.Call("get_weather", Map.of("city", "Town \"" + i + "\" {}"));
          });
    }
    if (parts.stream().allMatch(AnswerPart.Thought.class::isInstance)) {
      parts.add(new AnswerPart.Text("The end."));
    }
    return parts;
  }
}
