package io.awaken.core.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.DialectRegistry;
import com.networknt.schema.dialect.Dialects;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A compiled JSON schema that may come from a stranger, such as an MCP server: patterns that
 * backtrack and references that multiply could make a validation endless, so each has a number of
 * steps that grows with the size of the value only. Draft 2020-12 unless it names an older one; an
 * unknown one is ignored, and nothing is ever fetched. Thread-safe.
 */
public final class BoundedSchema {

  private static final Dialect NEWEST = CountedReference.in(Dialects.getDraft202012());

  private static final Map<String, Dialect> OLDER =
      Stream.of(
              Dialects.getDraft4(),
              Dialects.getDraft6(),
              Dialects.getDraft7(),
              Dialects.getDraft201909())
          .collect(Collectors.toMap(dialect -> named(dialect.getId()), CountedReference::in));

  /** The validator's own registry would look for unknown dialects on the class path. */
  private static final DialectRegistry REGISTRY =
      (id, registry) -> OLDER.getOrDefault(named(id), NEWEST);

  private static final SchemaRegistryConfig CONFIG =
      SchemaRegistryConfig.builder().regularExpressionFactory(CountedPattern::new).build();

  private final Schema schema;

  /**
   * @throws RuntimeException when the document is no JSON schema
   */
  public BoundedSchema(JsonNode document) {
    // Separate registries, since two schemas may have the same $id.
    this.schema =
        SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                registry -> registry.schemaRegistryConfig(CONFIG).dialectRegistry(REGISTRY))
            .getSchema(document);
  }

  private static String named(String dialect) {
    return dialect.endsWith("#") ? dialect.substring(0, dialect.length() - 1) : dialect;
  }

  /**
   * Validates a value.
   *
   * @return all violations
   * @throws StepLimit.Exceeded when that takes too many steps
   */
  public List<Error> validate(JsonNode value) {
    return StepLimit.during(value, () -> schema.validate(value));
  }
}
