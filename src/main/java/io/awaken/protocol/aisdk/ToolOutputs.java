package io.awaken.protocol.aisdk;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.ToolResult;
import io.awaken.http.json.ProtocolJson;
import java.io.IOException;

/** The output of a call for clients. Stateless. */
public final class ToolOutputs {

  private ToolOutputs() {}

  /** Writes the data of a result; without data its message, or null. */
  public static void write(ToolResult result, JsonGenerator json) throws IOException {
    if (result.data() != null) {
      ProtocolJson.mapper().writeTree(json, result.data());
    } else if (result.message() != null) {
      json.writeString(result.message());
    } else {
      json.writeNull();
    }
  }

  /** The reason of a failed call, for users. */
  public static String errorText(ToolResult result) {
    if (result.message() != null && !result.message().isBlank()) {
      return result.message();
    }
    return result.code() == null ? "the tool failed" : result.code();
  }
}
