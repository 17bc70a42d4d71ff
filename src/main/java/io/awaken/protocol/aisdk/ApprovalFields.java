package io.awaken.protocol.aisdk;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.http.json.ProtocolJson;
import java.io.IOException;

/** The fields that a page needs to show a suspension: the descriptor of an approval. Stateless. */
public final class ApprovalFields {

  private ApprovalFields() {}

  /** Writes the fields of the descriptor. */
  public static void write(SuspendTicket ticket, JsonGenerator json) throws IOException {
    Suspension question = ticket.suspension();
    json.writeStringField("action", question.action());
    if (question.message() != null) {
      json.writeStringField("message", question.message());
    }
    if (question.parameters() != null) {
      json.writeFieldName("parameters");
      ProtocolJson.mapper().writeTree(json, question.parameters());
    }
    if (question.responseSchema() != null) {
      json.writeFieldName("responseSchema");
      ProtocolJson.mapper().writeTree(json, question.responseSchema());
    }
    json.writeStringField("resumeMode", ticket.resumeMode().wire());
  }
}
