package io.awaken.http.api.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.Rows;
import io.awaken.http.stream.StreamItem;
import io.awaken.protocol.events.HostileTexts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StreamEventEncoderTest {

  private static final Cursor AT = new Cursor(3, 7);
  private static final Instant WHEN = Instant.parse("2026-11-21T10:00:00.125Z");
  private static final String HEAD =
      "id: 3-7-43f346e2\n"
          + "data: {\"seq\":7,\"timestamp\":\"2026-11-21T10:00:00.125Z\",\"event_type\":";

  static Stream<Arguments> events() {
    var city = JsonNodeFactory.instance.objectNode().put("myCity", "Zürich");
    return Stream.of(
        row(new AgentEvent.TextDelta("m", "a"), "'text_delta','message_id':'m','delta':'a'"),
        row(
            new AgentEvent.RunStart("t", "r", "above", "p", RunOrigin.A2A, "remote", "m"),
            "'run_start','thread_id':'t','run_id':'r','parent_thread_id':'above',"
                + "'parent_run_id':'p','origin':'a2a','sender':'remote','supersedes':'m'"),
        row(new AgentEvent.TextDelta("a\n\"ü\""), "'text_delta','delta':'a\\n\\\"ü\\\"'"),
        row(new AgentEvent.ReasoningDelta("hm"), "'reasoning_delta','delta':'hm'"),
        row(
            new AgentEvent.ReasoningEncryptedValue("abc="),
            "'reasoning_encrypted_value','encrypted_value':'abc='"),
        row(
            new AgentEvent.ToolCallStreamDelta("c", "t", "so far"),
            "'tool_call_stream_delta','id':'c','name':'t','delta':'so far'"),
        row(
            new AgentEvent.MessagesSnapshot(List.of(Message.user("m", "hi")), false),
            "'messages_snapshot','messages':[{'id':'m','role':'user',"
                + "'content':[{'type':'text','text':'hi'}]}],'partial':false"),
        row(new AgentEvent.Custom("x", city), "'custom','name':'x','value':{'myCity':'Zürich'}"),
        row(new AgentEvent.StateSnapshot(city), "'state_snapshot','snapshot':{'myCity':'Zürich'}"),
        row(
            new AgentEvent.StateDelta(JsonNodeFactory.instance.arrayNode()),
            "'state_delta','delta':[]"),
        row(
            new AgentEvent.ToolCallResumed("c", city),
            "'tool_call_resumed','target_id':'c','result':{'myCity':'Zürich'}"),
        row(
            new AgentEvent.ActivitySnapshot("c", "progress", city, true),
            "'activity_snapshot','message_id':'c','activity_type':'progress',"
                + "'content':{'myCity':'Zürich'},'replace':true"),
        row(
            new AgentEvent.ActivityDelta("c", "progress", JsonNodeFactory.instance.arrayNode()),
            "'activity_delta','message_id':'c','activity_type':'progress','patch':[]"),
        row(new AgentEvent.ToolCallStart("c", "t"), "'tool_call_start','id':'c','name':'t'"),
        row(new AgentEvent.ToolCallDelta("c", "{"), "'tool_call_delta','id':'c','args_delta':'{'"),
        row(new AgentEvent.ToolCallCancel("c"), "'tool_call_cancel','id':'c'"),
        row(new AgentEvent.StreamReset("m"), "'stream_reset','message_id':'m'"),
        row(
            new AgentEvent.ToolCallReady("c", "t", city),
            "'tool_call_ready','id':'c','name':'t','arguments':{'myCity':'Zürich'}"),
        row(
            new AgentEvent.ToolCallDone(
                "c", "m", ToolResult.success("t", city), ToolCallOutcome.SUCCEEDED),
            "'tool_call_done','id':'c','message_id':'m','result':{'tool_name':'t',"
                + "'status':'success','data':{'myCity':'Zürich'}},'outcome':'succeeded'"),
        row(new AgentEvent.StepStart("m"), "'step_start','message_id':'m'"),
        row(new AgentEvent.StepEnd(), "'step_end'"),
        row(
            new AgentEvent.InferenceComplete("gpt", TokenUsage.of(1, 2), 9),
            "'inference_complete','model':'gpt','usage':{'prompt_tokens':1,"
                + "'completion_tokens':2,'total_tokens':3},'duration_ms':9"),
        row(
            new AgentEvent.InferenceComplete("gpt", null, 9),
            "'inference_complete','model':'gpt','duration_ms':9"),
        row(new AgentEvent.RunStart("t", "r", null), "'run_start','thread_id':'t','run_id':'r'"),
        row(
            new AgentEvent.RunStart("t", "r", "p"),
            "'run_start','thread_id':'t','run_id':'r','parent_run_id':'p'"),
        row(
            new AgentEvent.RunFinish(
                "t", "r", new AgentEvent.RunResult("hi"), new TerminationReason.NaturalEnd()),
            "'run_finish','thread_id':'t','run_id':'r','result':{'response':'hi'},"
                + "'termination':{'type':'natural_end'}"),
        row(
            new AgentEvent.RunFinish(
                "t", "r", null, TerminationReason.Stopped.of("max_rounds", "16 rounds")),
            "'run_finish','thread_id':'t','run_id':'r','termination':{'type':'stopped',"
                + "'value':{'code':'max_rounds','detail':'16 rounds'}}"),
        row(new AgentEvent.Error("no", null), "'error','message':'no'"),
        row(new AgentEvent.Error("no", "x"), "'error','message':'no','code':'x'"));
  }

  @ParameterizedTest
  @MethodSource("events")
  @Rows({169, 170, 171, 172})
  void anEventIsOneFrameWithItsCursor(AgentEvent event, String fields) throws IOException {
    assertThat(encoded(new StreamItem.Event(new StreamEvent(AT, WHEN, event), 0)))
        .isEqualTo(HEAD + fields + "}\n\n");
  }

  @Test
  void aResetIsAnEventWithItsCursor() throws IOException {
    assertThat(encoded(new StreamItem.Reset(new Cursor(2, 5))))
        .isEqualTo(
            "id: 2-5-43f346e2\ndata: {\"event_type\":\"reset\",\"cursor\":\"2-5-43f346e2\"}\n\n");
  }

  @Test
  void reconnectAndResyncAreNamedEventsWithTheCursor() throws IOException {
    assertThat(encoded(new StreamItem.Reconnect(AT)))
        .isEqualTo("event: reconnect\nid: 3-7-43f346e2\ndata: {\"cursor\":\"3-7-43f346e2\"}\n\n");
    assertThat(encoded(new StreamItem.Resync(AT)))
        .isEqualTo("event: resync\nid: 3-7-43f346e2\ndata: {\"cursor\":\"3-7-43f346e2\"}\n\n");
  }

  @Test
  void framesFollowEachOtherOnTheSameStream() throws IOException {
    var out = new ByteArrayOutputStream();
    var encoder = new StreamEventEncoder(new RunId("r"));
    encoder.encode(new StreamItem.Reset(AT), out);
    encoder.encode(new StreamItem.Reconnect(AT), out);

    assertThat(out.toString(StandardCharsets.UTF_8).split("\n\n")).hasSize(2);
  }

  /** The lines of a reader that also splits at U+0085, U+2028 and U+2029, like Python's. */
  @Test
  void noTextBreaksTheLineOfItsFrame() throws IOException {
    for (String text : HostileTexts.all()) {
      var event = new AgentEvent.TextDelta("m", text);
      assertThat(encoded(new StreamItem.Event(new StreamEvent(AT, WHEN, event), 0)).split("\\R"))
          .hasSize(2);
    }
    var separators = new AgentEvent.TextDelta("m", "a\u2028b\u2029c\u0085d");
    assertThat(encoded(new StreamItem.Event(new StreamEvent(AT, WHEN, separators), 0)))
        .endsWith("\"delta\":\"a\\u2028b\\u2029c\\u0085d\"}\n\n");
  }

  private static Arguments row(AgentEvent event, String fields) {
    return Arguments.of(event, fields.replace('\'', '"'));
  }

  private static String encoded(StreamItem item) throws IOException {
    var out = new ByteArrayOutputStream();
    new StreamEventEncoder(new RunId("r")).encode(item, out);
    return out.toString(StandardCharsets.UTF_8);
  }
}
