package io.awaken.provider.openai;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.spec.ResponseFormat;
import java.io.IOException;

/** Writes the schema fields that both OpenAI APIs share. */
final class OpenAiFormat {

  private OpenAiFormat() {}

  /** Writes the fields into the open object. */
  static void schema(JsonGenerator json, ResponseFormat format) throws IOException {
    json.writeStringField("name", format.name());
    json.writeFieldName("schema");
    json.writeTree(format.schema());
    json.writeBooleanField("strict", format.strict());
  }
}
