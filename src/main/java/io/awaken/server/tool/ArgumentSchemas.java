package io.awaken.server.tool;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaBuilder;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.module.jakarta.validation.JakartaValidationModule;
import com.github.victools.jsonschema.module.jakarta.validation.JakartaValidationOption;
import io.awaken.core.tool.ToolParam;
import java.util.List;
import java.util.Optional;

/**
 * Generates the JSON schema of a tool's argument object from its parameters: draft 2020-12, names
 * as in Java, nothing beyond the parameters. Fields of records follow the rule of parameters:
 * required unless optional. Used at start only, by one thread.
 */
final class ArgumentSchemas {

  private final SchemaGenerator generator = generator();

  ObjectNode schema(List<ToolParameter> parameters) {
    SchemaBuilder types = generator.buildMultipleSchemaDefinitions();
    ObjectNode schema = ToolJson.MAPPER.createObjectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    for (ToolParameter parameter : parameters) {
      if (!parameter.isContext()) {
        properties.set(parameter.name(), types.createSchemaReference(parameter.type()));
        if (!parameter.optional()) {
          schema.withArray("required").add(parameter.name());
        }
      }
    }
    schema.put("additionalProperties", false);
    // The type schemas are complete only now.
    ObjectNode definitions = types.collectDefinitions("$defs");
    if (!definitions.isEmpty()) {
      schema.set("$defs", definitions);
    }
    parameters.stream().filter(p -> !p.isContext()).forEach(p -> describe(p, properties));
    return schema;
  }

  private static void describe(ToolParameter parameter, ObjectNode properties) {
    ObjectNode property = (ObjectNode) properties.get(parameter.name());
    ParameterConstraints.apply(parameter.declared(), property);
    if (parameter.description() != null) {
      property.put("description", parameter.description());
    }
  }

  private static SchemaGenerator generator() {
    var config =
        new SchemaGeneratorConfigBuilder(SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
            .with(
                Option.FORBIDDEN_ADDITIONAL_PROPERTIES_BY_DEFAULT,
                Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES,
                Option.FLATTENED_OPTIONALS,
                Option.PLAIN_DEFINITION_KEYS,
                Option.STANDARD_FORMATS)
            .without(Option.SCHEMA_VERSION_INDICATOR)
            .with(
                new JakartaValidationModule(
                    JakartaValidationOption.NOT_NULLABLE_FIELD_IS_REQUIRED,
                    JakartaValidationOption.INCLUDE_PATTERN_EXPRESSIONS));
    config
        .forFields()
        .withRequiredCheck(ArgumentSchemas::isRequired)
        .withNullableCheck(field -> false)
        .withPropertyNameOverrideResolver(ArgumentSchemas::jsonName)
        .withIgnoreCheck(field -> field.getAnnotation(JsonIgnore.class) != null)
        .withDescriptionResolver(ArgumentSchemas::description);
    config
        .forTypesInGeneral()
        .withPropertySorter((first, second) -> 0)
        .withCustomDefinitionProvider(ArgumentSchemas::anyJson);
    return new SchemaGenerator(config.build());
  }

  /** The mapper's own tree types accept any JSON, or any object. */
  private static CustomDefinition anyJson(ResolvedType type, SchemaGenerationContext context) {
    Class<?> erased = type.getErasedType();
    if (erased != Object.class && !JsonNode.class.isAssignableFrom(erased)) {
      return null;
    }
    ObjectNode any = context.getGeneratorConfig().createObjectNode();
    return new CustomDefinition(
        erased == ObjectNode.class ? any.put("type", "object") : any,
        CustomDefinition.DefinitionType.INLINE,
        CustomDefinition.AttributeInclusion.NO);
  }

  private static boolean isRequired(FieldScope field) {
    return field.getDeclaringType().getErasedType().isRecord()
        && !Optional.class.isAssignableFrom(field.getDeclaredType().getErasedType());
  }

  private static String jsonName(FieldScope field) {
    JsonProperty property = field.getAnnotation(JsonProperty.class);
    return property == null || property.value().isEmpty() ? null : property.value();
  }

  private static String description(FieldScope field) {
    ToolParam param = field.getAnnotation(ToolParam.class);
    return param == null ? null : param.value();
  }
}
