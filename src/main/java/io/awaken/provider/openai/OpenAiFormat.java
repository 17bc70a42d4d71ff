package io.awaken.provider.openai;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.spec.ResponseFormat;
import java.io.IOException;

/** Writes what both APIs of OpenAI say about a schema. */
final class OpenAiFormat {

  private OpenAiFormat() {}

  /** The fields of a schema, into the object that is open. */
  static void schema(JsonGenerator json, ResponseFormat format) throws IOException {
    json.writeStringField("name", format.name());
    json.writeFieldName("schema");
    json.writeTree(format.schema());
    json.writeBooleanField("strict", format.strict());
  }
}
