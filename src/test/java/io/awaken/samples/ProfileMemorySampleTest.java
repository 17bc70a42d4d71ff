package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.memory.ProfileMemory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.Caller;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The sample project profile-memory, in one JVM. */
@Rows({57, 58, 79, 85})
class ProfileMemorySampleTest {

  private static final Caller BOB = new Caller("default", "bob", Set.of());

  private final RecordingModel model =
      new RecordingModel(
          Script.builder().calls("remember_fact", Map.of("fact", "eats no meat")).says("Noted."));
  private final SampleRuns runs = new SampleRuns(model, new ProfileMemory(), Map.of());

  @AfterEach
  void close() {
    runs.close();
  }

  @Test
  void whatIsRememberedIsToldInOtherThreadsOfTheUser() {
    runs.run("t", "I eat no meat.");
    assertThat(model.requests().getFirst().system()).isNull();

    runs.run("another", "What shall I eat?");

    assertThat(model.requests().getLast().system()).contains("told you earlier:\n- eats no meat");
    assertThat(runs.texts("another")).noneMatch(text -> text.contains("eats no meat"));
    assertThat(runs.events(AgentEvent.Custom.class))
        .singleElement()
        .satisfies(event -> assertThat(event.value().path("facts").asInt()).isEqualTo(1));
  }

  @Test
  void whatIsSaidTwiceIsRememberedOnce() {
    runs.run("t", "I eat no meat.");
    runs.run("t", "I really eat no meat.");
    runs.run("another", "What shall I eat?");

    assertThat(model.requests().getLast().system()).containsOnlyOnce("eats no meat");
  }

  @Test
  void anotherUserIsNotToldOfIt() {
    runs.run("t", "I eat no meat.");
    runs.run("u", "What shall I eat?", BOB);
    assertThat(model.requests().get(2).system()).isNull();

    runs.run("v", "What shall I eat?", new Caller("another", "ada", Set.of()));
    assertThat(model.requests().get(4).system()).isNull();
  }

  @Test
  void nothingIsRememberedOfUsersWithoutAName() {
    runs.run("t", "I eat no meat.", Caller.ANONYMOUS);
    assertThat(runs.texts("t")).anyMatch(text -> text.contains("nothing is remembered"));

    runs.run("u", "What shall I eat?", Caller.ANONYMOUS);
    assertThat(model.requests().getLast().system()).isNull();
  }
}
