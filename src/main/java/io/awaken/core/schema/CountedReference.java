package io.awaken.core.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.keyword.AbstractKeyword;
import com.networknt.schema.keyword.DynamicRefValidator;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.keyword.RecursiveRefValidator;
import com.networknt.schema.keyword.RefValidator;
import com.networknt.schema.path.NodePath;

/** A keyword that refers to another schema; each time it is followed costs steps. Thread-safe. */
final class CountedReference extends AbstractKeyword {

  /** A followed reference is dearer than a read character. */
  private static final int COST = 100;

  private final Factory factory;

  private interface Factory {
    KeywordValidator of(
        SchemaLocation place, JsonNode reference, Schema parent, SchemaContext context);
  }

  private CountedReference(String keyword, Factory factory) {
    super(keyword);
    this.factory = factory;
  }

  /** The dialect with its references counted. */
  static Dialect in(Dialect dialect) {
    Dialect.Builder counted = Dialect.builder(dialect);
    add(counted, dialect, new CountedReference("$ref", Plain::new));
    add(counted, dialect, new CountedReference("$dynamicRef", Dynamic::new));
    add(counted, dialect, new CountedReference("$recursiveRef", Recursive::new));
    return counted.build();
  }

  private static void add(Dialect.Builder counted, Dialect dialect, CountedReference reference) {
    if (dialect.getKeywords().containsKey(reference.getValue())) {
      counted.keyword(reference);
    }
  }

  @Override
  public KeywordValidator newValidator(
      SchemaLocation place, JsonNode reference, Schema parent, SchemaContext context) {
    return factory.of(place, reference, parent, context);
  }

  private static final class Plain extends RefValidator {
    Plain(SchemaLocation place, JsonNode reference, Schema parent, SchemaContext context) {
      super(place, reference, parent, context);
    }

    @Override
    public void validate(
        ExecutionContext execution, JsonNode node, JsonNode root, NodePath location) {
      if (StepLimit.current().spend(COST)) {
        super.validate(execution, node, root, location);
      }
    }
  }

  private static final class Dynamic extends DynamicRefValidator {
    Dynamic(SchemaLocation place, JsonNode reference, Schema parent, SchemaContext context) {
      super(place, reference, parent, context);
    }

    @Override
    public void validate(
        ExecutionContext execution, JsonNode node, JsonNode root, NodePath location) {
      if (StepLimit.current().spend(COST)) {
        super.validate(execution, node, root, location);
      }
    }
  }

  private static final class Recursive extends RecursiveRefValidator {
    Recursive(SchemaLocation place, JsonNode reference, Schema parent, SchemaContext context) {
      super(place, reference, parent, context);
    }

    @Override
    public void validate(
        ExecutionContext execution, JsonNode node, JsonNode root, NodePath location) {
      if (StepLimit.current().spend(COST)) {
        super.validate(execution, node, root, location);
      }
    }
  }
}
