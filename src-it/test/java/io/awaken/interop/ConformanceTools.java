package io.awaken.interop;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media.AudioBlock;
import io.awaken.core.message.Media.DocumentBlock;
import io.awaken.core.message.Media.ImageBlock;
import io.awaken.core.message.MediaBytes;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.LogLevel;
import io.awaken.core.tool.ProgressStatus;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolException;
import io.awaken.core.tool.ToolOutput;
import io.awaken.core.tool.ToolParam;
import io.awaken.server.RuntimeHost;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The tools that the conformance suites require of a server; deployed in its archive. */
@ApplicationScoped
public class ConformanceTools {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int STEP_MILLIS = 50;

  /** One red pixel. */
  private static final String PIXEL =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

  /** A WAV file without samples. */
  private static final String SILENCE =
      "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

  @AgentTool(name = "test_simple_text", description = "Returns a text.")
  public String text() {
    return "This is a simple text response for testing.";
  }

  @AgentTool(name = "test_image_content", description = "Returns a picture.")
  public ContentBlock image() {
    return new ImageBlock("image/png", bytes(PIXEL), null, null, null, null, null);
  }

  @AgentTool(name = "test_audio_content", description = "Returns a sound.")
  public ContentBlock audio() {
    return new AudioBlock("audio/wav", bytes(SILENCE), null, null, null, null, null);
  }

  @AgentTool(name = "test_embedded_resource", description = "Returns a file.")
  public ContentBlock resource() {
    return file("test://embedded-resource", "text/plain", "This is an embedded resource content.");
  }

  @AgentTool(name = "test_multiple_content_types", description = "Returns several things.")
  public List<ContentBlock> several() {
    return List.of(
        new ContentBlock.Text("Multiple content types test:", null),
        image(),
        file("test://mixed-content-resource", "application/json", "{\"test\":\"data\"}"));
  }

  @AgentTool(name = "test_error_handling", description = "Fails.")
  public String fails() throws ToolException {
    throw new ToolException(
        ToolException.Kind.EXECUTION_FAILED,
        "This tool intentionally returns an error for testing");
  }

  /** Reports progress. */
  @AgentTool(name = "test_tool_with_progress", description = "Tells how far it is.")
  public String progress(ToolCallContext call) throws InterruptedException {
    for (double done : new double[] {0, 0.5, 1}) {
      call.reportProgress(ProgressStatus.RUNNING, "working", done);
      Thread.sleep(STEP_MILLIS);
    }
    return "done";
  }

  /** Runs long enough for other calls to arrive meanwhile. */
  @AgentTool(name = "test_reconnection", description = "Waits a moment.")
  public String waits() throws InterruptedException {
    Thread.sleep(STEP_MILLIS);
    return "Reconnection test completed successfully";
  }

  /** Asks for two values. */
  @AgentTool(name = "test_elicitation", description = "Asks who somebody is.")
  public ToolOutput asks(@ToolParam("the question") String message, ToolCallContext call) {
    return form(
        call,
        "user",
        message,
        """
        {"type": "object", "required": ["username", "email"], "properties": {
          "username": {"type": "string", "description": "User's response"},
          "email": {"type": "string", "description": "User's email address"}}}
        """,
        answer -> "User response: " + answer);
  }

  /** Asks with default values. */
  @AgentTool(name = "test_elicitation_sep1034_defaults", description = "Proposes answers.")
  public ToolOutput defaults(ToolCallContext call) {
    return form(
        call,
        "profile",
        "Please review and update the form fields with defaults",
        """
        {"type": "object", "properties": {
          "name": {"type": "string", "default": "John Doe"},
          "age": {"type": "integer", "default": 30},
          "score": {"type": "number", "default": 95.5},
          "status": {"type": "string", "enum": ["active", "inactive", "pending"],
                     "default": "active"},
          "verified": {"type": "boolean", "default": true}}}
        """,
        answer -> "Elicitation completed: " + answer);
  }

  /** Asks with choices. */
  @AgentTool(name = "test_elicitation_sep1330_enums", description = "Lets somebody choose.")
  public ToolOutput choices(ToolCallContext call) {
    return form(
        call,
        "choices",
        "Please select from the following",
        """
        {"type": "object", "properties": {
          "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
          "titledSingle": {"type": "string", "oneOf": [
            {"const": "value1", "title": "First Option"},
            {"const": "value2", "title": "Second Option"},
            {"const": "value3", "title": "Third Option"}]},
          "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
                         "enumNames": ["Option One", "Option Two", "Option Three"]},
          "untitledMulti": {"type": "array", "items":
            {"type": "string", "enum": ["option1", "option2", "option3"]}},
          "titledMulti": {"type": "array", "items": {"anyOf": [
            {"const": "value1", "title": "First Choice"},
            {"const": "value2", "title": "Second Choice"},
            {"const": "value3", "title": "Third Choice"}]}}}}
        """,
        answer -> "Elicitation completed: " + answer);
  }

  /** Asks for one value. */
  @AgentTool(name = "test_input_required_result_elicitation", description = "Greets.")
  public ToolOutput greets(ToolCallContext call) {
    return form(
        call,
        "user_name",
        "What is your name?",
        """
        {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
        """,
        answer -> "Hello, " + answer.path("name").asText() + "!");
  }

  /** Like {@link #greets}: the question is part of the result, not a separate request. */
  @AgentTool(name = "test_streaming_elicitation", description = "Greets.")
  public ToolOutput greetsAgain(ToolCallContext call) {
    return greets(call);
  }

  /** Has an argument that is also sent as a header. */
  @AgentTool(
      name = "test_header_parameter",
      description = "Returns a region.",
      retry = RetryClass.SAFE,
      schema =
          """
          {"type": "object", "required": ["region"], "additionalProperties": false, "properties":
            {"region": {"type": "string", "x-mcp-header": "Region"}}}
          """)
  public String region(String region) {
    return region;
  }

  /** Logs messages to the client. */
  @AgentTool(name = "test_tool_with_logging", description = "Says what it does.")
  public String logs(ToolCallContext call) throws InterruptedException {
    call.log(LogLevel.INFO, "Tool execution started");
    Thread.sleep(STEP_MILLIS);
    call.log(LogLevel.INFO, "Tool processing data");
    Thread.sleep(STEP_MILLIS);
    call.log(LogLevel.INFO, "Tool execution completed");
    return "done";
  }

  /** Like {@link #logs}, under another name. */
  @AgentTool(name = "test_logging_tool", description = "Says what it does.")
  public String logsAgain(ToolCallContext call) throws InterruptedException {
    return logs(call);
  }

  @Inject private RuntimeHost host;

  /** Writes an agent, which changes the list of tools. */
  @AgentTool(
      name = "test_trigger_tool_change",
      description = "Changes the list of tools.",
      retry = RetryClass.SAFE)
  public String changesTools() throws IOException {
    return changes(
        "agents/changed.yaml", "{model_id: greeter, expose: mcp, description: Now it is %s.}");
  }

  /** Writes a prompt, which changes the list of prompts. */
  @AgentTool(
      name = "test_trigger_prompt_change",
      description = "Changes the list of prompts.",
      retry = RetryClass.SAFE)
  public String changesPrompts() throws IOException {
    return changes(
        "prompts/changed.yaml", "{description: Now it is %s., messages: [{text: Hello}]}");
  }

  /** Reloads twice, since a file is accepted once it is no longer being written. */
  private String changes(String file, String document) throws IOException {
    Path config = Path.of(System.getProperty("awaken.config.dir"));
    Files.writeString(config.resolve(file), document.formatted(System.nanoTime()));
    host.documents().poll();
    host.documents().poll();
    return "changed";
  }

  /** Asks for confirmation. */
  @AgentTool(name = "test_input_required_result_request_state", description = "Confirms.")
  public ToolOutput confirms(ToolCallContext call) {
    return confirmed(call);
  }

  /** Like {@link #confirms}, under another name. */
  @AgentTool(name = "test_input_required_result_tampered_state", description = "Confirms.")
  public ToolOutput confirmsAgain(ToolCallContext call) {
    return confirmed(call);
  }

  private static ToolOutput confirmed(ToolCallContext call) {
    return form(
        call,
        "confirm",
        "Please confirm",
        """
        {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
        """,
        answer -> "state-ok");
  }

  /** Has a schema that cannot be generated from parameters. */
  @AgentTool(
      name = "json_schema_2020_12_tool",
      description = "Tool with JSON Schema 2020-12 features",
      schema =
          """
          {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
           "$defs": {"address": {"$anchor": "addressDef", "type": "object", "properties":
             {"street": {"type": "string"}, "city": {"type": "string"}}}},
           "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"},
             "contactMethod": {"type": "string", "enum": ["phone", "email"]},
             "phone": {"type": "string"}, "email": {"type": "string"}},
           "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
           "if": {"properties": {"contactMethod": {"const": "phone"}},
                  "required": ["contactMethod"]},
           "then": {"required": ["phone"]}, "else": {"required": ["email"]},
           "additionalProperties": false}
          """)
  public String written(
      Optional<String> name,
      Optional<JsonNode> address,
      Optional<String> contactMethod,
      Optional<String> phone,
      Optional<String> email) {
    return "%s: %s".formatted(name.orElse("?"), phone.or(() -> email).orElse("?"));
  }

  /** Suspends with a form, and returns a text once it is answered. */
  private static ToolOutput form(
      ToolCallContext call,
      String id,
      String question,
      String schema,
      Function<JsonNode, String> says) {
    if (call.decision().isEmpty()) {
      return ToolOutput.suspended(
          call.toolName(),
          SuspendTicket.of(
              ResumeMode.ANSWER_TOOL,
              new Suspension(id, "suite:Ask", question, null, json(schema))));
    }
    var decision = call.decision().get();
    return ToolOutput.success(
        call.toolName(),
        JSON.getNodeFactory()
            .textNode(
                decision.action() == DecisionAction.RESUME
                    ? says.apply(decision.result())
                    : "nobody answered"));
  }

  private static ContentBlock file(String name, String type, String text) {
    var content = new MediaBytes(text.getBytes(StandardCharsets.UTF_8));
    return new DocumentBlock(type, content, null, null, null, name, null);
  }

  private static MediaBytes bytes(String base64) {
    return new MediaBytes(Base64.getDecoder().decode(base64));
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
