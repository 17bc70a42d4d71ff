package io.awaken.core.loop.inference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.AgentSpecBuilder;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The last answer of a run has the required format, or the run ends with an error. */
@Rows(1021)
class AnswerFormTest {

  private static final String GOOD = "{\"city\":\"Bern\"}";
  private static final String BAD = "It is Bern.";
  private static final ResponseFormat CITY = ResponseFormat.of("city", schema());

  private RecordingModel model;
  private TestNode node;

  private static ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    schema.putObject("properties").putObject("city").put("type", "string");
    schema.putArray("required").add("city");
    return schema;
  }

  private RunRecord run(UnaryOperator<AgentSpecBuilder> agent, ScriptBuilder... turns) {
    node(agent, turns);
    return node.run("t", "Where?");
  }

  private void node(UnaryOperator<AgentSpecBuilder> agent, ScriptBuilder... turns) {
    model = RecordingModel.turns(turns);
    UnaryOperator<AgentSpec> spec =
        each -> agent.apply(each.toBuilder().responseFormat(CITY)).build();
    node = new TestNode(model, spec, FunctionTool.answering("look", "seen"));
  }

  private static ScriptBuilder says(String text) {
    return Script.builder().says(text);
  }

  private List<Message> history() {
    return node.stores.threads().history(new ThreadId("t"));
  }

  @Test
  void anAnswerInTheRequiredFormatEndsTheRunAndIsItsOutput() {
    RunRecord run = run(agent -> agent, says(GOOD));

    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(run.finalOutput()).isEqualTo(GOOD);
    assertThat(model.requests())
        .singleElement()
        .satisfies(request -> assertThat(request.responseFormat()).isEqualTo(CITY));
  }

  @Test
  void anAnswerInTheWrongFormatIsRequestedAgainWithTheReason() {
    RunRecord run = run(agent -> agent, says(BAD), says(GOOD));

    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(run.finalOutput()).isEqualTo(GOOD);
    assertThat(run.steps()).isEqualTo(2);
    Message correction = model.requests().getLast().messages().getLast();
    assertThat(correction.role()).isEqualTo(Role.USER);
    assertThat(correction.internal()).isTrue();
    assertThat(correction.text())
        .startsWith("Your answer does not have the required format: it is not JSON: ");
    assertThat(history())
        .extracting(Message::text)
        .containsExactly("Where?", BAD, correction.text(), GOOD);
  }

  @Test
  void aSecondAnswerInTheWrongFormatEndsTheRunAndStaysReadable() {
    RunRecord run = run(agent -> agent, says(BAD), says("{\"town\":1}"), says(GOOD));

    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    assertThat(run.termination())
        .isEqualTo(
            new TerminationReason.Error(
                "output_invalid: the answer does not have the required format: : required"
                    + " property 'city' not found"));
    assertThat(run.finalOutput()).isEqualTo("{\"town\":1}");
    assertThat(history()).last().extracting(Message::text).isEqualTo("{\"town\":1}");
    assertThat(node.sinks.events())
        .filteredOn(AgentEvent.Error.class::isInstance)
        .singleElement()
        .isInstanceOfSatisfying(
            AgentEvent.Error.class, error -> assertThat(error.code()).isEqualTo("output_invalid"));
  }

  @Test
  void theAgentLimitsCorrections() {
    assertThat(run(agent -> agent.responseRetries(0), says(BAD), says(GOOD)).finalOutput())
        .isEqualTo(BAD);
    assertThat(
            run(agent -> agent.responseRetries(2), says(BAD), says(BAD), says(GOOD)).finalOutput())
        .isEqualTo(GOOD);
    assertThat(run(agent -> agent.responseRetries(2), says(BAD)).steps()).isEqualTo(3);
  }

  @Test
  void noCorrectionFollowsTheLastRound() {
    RunRecord run = run(agent -> agent.maxRounds(1), says(BAD), says(GOOD));

    assertThat(run.termination()).isInstanceOf(TerminationReason.Error.class);
    assertThat(history()).extracting(Message::text).containsExactly("Where?", BAD);
  }

  @Test
  void answersWithCallsNeedNoFormat() {
    RunRecord run =
        run(
            agent -> agent,
            Script.builder().calls("look", Map.of()),
            says(BAD),
            Script.builder().calls("look", Map.of()),
            says(GOOD));

    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(run.finalOutput()).isEqualTo(GOOD);
  }

  @Test
  void correctionsBeforeAHandOverCountForTheRun() {
    RunRecord run =
        run(
            agent -> agent,
            says(BAD),
            Script.builder().calls("look", Map.of()),
            says(BAD),
            says(GOOD));

    assertThat(run.termination()).isInstanceOf(TerminationReason.Error.class);
    assertThat(run.steps()).isEqualTo(3);
  }

  @Test
  void correctionsCountPerRun() {
    node(agent -> agent, says(BAD), says(GOOD), says(BAD), says(GOOD));

    assertThat(node.run("t", "Where?").finalOutput()).isEqualTo(GOOD);
    assertThat(node.run("t", "And now?").finalOutput()).isEqualTo(GOOD);
  }

  @Test
  @Rows(1020)
  void aRequestMayOverrideTheFormat() {
    node(agent -> agent, says(BAD), says("{}"));

    assertThat(asked(ResponseFormat.TEXT)).isEqualTo(BAD);
    assertThat(model.requests().getLast().responseFormat()).isNull();
    assertThat(asked(ResponseFormat.JSON_OBJECT)).isEqualTo("{}");
    assertThat(model.requests().getLast().responseFormat()).isEqualTo(ResponseFormat.JSON_OBJECT);
  }

  private String asked(ResponseFormat format) {
    var request =
        TestNode.request("t", "Where?")
            .with(InferenceOverride.builder().responseFormat(format).build());
    var accepted = node.service.submit(request);
    node.executeAll();
    return node.record(accepted.runId()).finalOutput();
  }
}
