package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.stream.Collectors;

/**
 * A tool's JSON schema, compiled once; checks the arguments of each call. Thread-safe. Schemas are
 * read as draft 2020-12 and never fetch anything.
 */
public final class ArgumentSchema {

  private static final int SHOWN = 5;

  private final Schema schema;

  /**
   * @throws IllegalArgumentException when the document is no JSON schema
   */
  public ArgumentSchema(JsonNode document) {
    this.schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(document);
  }

  /**
   * @throws ToolException of kind {@code INVALID_ARGUMENTS} naming where and why, for the model
   */
  public void check(JsonNode arguments) throws ToolException {
    if (!arguments.isObject()) {
      throw new ToolException(
          ToolException.Kind.INVALID_ARGUMENTS, "arguments are not a JSON object");
    }
    var errors = schema.validate(arguments);
    if (!errors.isEmpty()) {
      String text =
          errors.stream().limit(SHOWN).map(Object::toString).collect(Collectors.joining("; "));
      throw new ToolException(
          ToolException.Kind.INVALID_ARGUMENTS, "arguments do not fit the schema: " + text);
    }
  }
}
