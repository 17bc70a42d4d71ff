package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import io.awaken.core.schema.BoundedSchema;
import io.awaken.core.schema.MendedSchema;
import io.awaken.core.schema.StepLimit;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A tool's JSON schema, compiled once; checks the arguments of each call in bounded time. Schemas
 * are read as draft 2020-12 unless they name another, and never fetch anything. A schema that
 * surely compiles is compiled at the first check, since agents call few of the tools that servers
 * list. Thread-safe.
 */
public final class ArgumentSchema {

  private static final int SHOWN = 5;

  /** Maximum characters of a quoted part of the schema. */
  private static final int MAX_PART = 200;

  /** Maximum nesting of texts within converted texts. */
  private static final int LEVELS = 4;

  private final JsonNode document;
  private volatile BoundedSchema compiled;

  /**
   * @throws IllegalArgumentException when the document is no JSON schema
   */
  public ArgumentSchema(JsonNode document) {
    this.document = document;
    if (!MendedSchema.isPlain(document)) {
      schema();
    }
  }

  /** Threads that need it at the same time each compile it. */
  private BoundedSchema schema() {
    BoundedSchema known = compiled;
    if (known == null) {
      known = new BoundedSchema(document);
      compiled = known;
    }
    return known;
  }

  /**
   * @throws ToolException of kind {@code INVALID_ARGUMENTS} naming where and why, with that part of
   *     the schema, for the model
   */
  public void check(JsonNode arguments) throws ToolException {
    require(errors(arguments));
  }

  /**
   * Returns the arguments of a model, with texts converted that are exactly the JSON of a demanded
   * type where the schema takes no text, such as {@code "3"} for a number.
   *
   * @return the same ones when nothing is converted
   * @throws ToolException as {@link #check}; then nothing was converted
   */
  public JsonNode fitted(JsonNode arguments) throws ToolException {
    List<Error> first = errors(arguments);
    List<Error> errors = first;
    JsonNode now = arguments;
    for (int level = 0; level < LEVELS && !errors.isEmpty(); level++) {
      JsonNode next = TypedTexts.converted(now, errors);
      if (next == now) {
        break;
      }
      now = next;
      errors = errors(now);
    }
    require(errors.isEmpty() ? errors : first);
    return now;
  }

  private List<Error> errors(JsonNode arguments) throws ToolException {
    if (!arguments.isObject()) {
      throw new ToolException(
          ToolException.Kind.INVALID_ARGUMENTS, "arguments are not a JSON object");
    }
    try {
      return schema().validate(arguments);
    } catch (StepLimit.Exceeded e) {
      throw new ToolException(
          ToolException.Kind.INVALID_ARGUMENTS,
          "arguments cannot be checked: a pattern or the references of the schema take too many"
              + " steps for them",
          e);
    }
  }

  private static void require(List<Error> errors) throws ToolException {
    if (!errors.isEmpty()) {
      String text =
          errors.stream().limit(SHOWN).map(ArgumentSchema::shown).collect(Collectors.joining("; "));
      throw new ToolException(
          ToolException.Kind.INVALID_ARGUMENTS, "arguments do not fit the schema: " + text);
    }
  }

  /** The error with the keyword that was violated. */
  private static String shown(Error error) {
    String part = String.valueOf(error.getSchemaNode());
    String cut = part.length() > MAX_PART ? part.substring(0, MAX_PART) + "..." : part;
    return error + " (\"" + error.getKeyword() + "\": " + cut + ")";
  }
}
