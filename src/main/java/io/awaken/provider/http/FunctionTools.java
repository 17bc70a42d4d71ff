package io.awaken.provider.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.tool.ToolDescriptor;
import java.io.IOException;

/** The tools of a request in the format of Chat Completions. */
public final class FunctionTools {

  private FunctionTools() {}

  /**
   * Writes the field {@code tools}, unless there are none.
   *
   * @param wire its form of tools
   */
  public static void write(JsonGenerator json, LlmRequest request, WireTools wire)
      throws IOException {
    if (request.tools().isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("tools");
    for (ToolDescriptor each : request.tools()) {
      ToolDescriptor tool = wire.of(each);
      json.writeStartObject();
      json.writeStringField("type", "function");
      json.writeObjectFieldStart("function");
      json.writeStringField("name", tool.id());
      json.writeStringField("description", tool.description());
      json.writeFieldName("parameters");
      json.writeTree(tool.parameters());
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
