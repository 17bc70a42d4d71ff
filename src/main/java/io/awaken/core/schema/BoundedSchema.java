package io.awaken.core.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.DefaultDialectRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.DialectRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A compiled JSON schema that may come from a stranger, such as an MCP server: patterns that
 * backtrack and references that multiply could make a validation endless, so each has a number of
 * steps that grows with the size of the value only. Fetches nothing. Thread-safe.
 */
public final class BoundedSchema {

  private static final Map<String, Dialect> DIALECTS = new ConcurrentHashMap<>();

  private static final DialectRegistry REGISTRY =
      (id, registry) ->
          DIALECTS.computeIfAbsent(
              id,
              any ->
                  CountedReference.in(
                      DefaultDialectRegistry.getInstance().getDialect(id, registry)));

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
