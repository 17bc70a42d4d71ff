package io.awaken.store.jpa.rows;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.awaken.core.message.Message;
import io.awaken.core.message.PooledBuffers;
import io.awaken.core.run.ClientInput;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.store.outbox.PushTarget;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.store.jpa.rows.InboxRow.SteeringPayload;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The JSON in the rows: snake case, nulls omitted, numbers exact. Unknown properties are ignored,
 * so that the previous version can read newer rows.
 */
public final class StoredJson {
  static final JsonMapper MAPPER =
      JsonMapper.builder(PooledBuffers.factory())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .addMixIn(RunSpec.class, SpecParts.class)
          .build();

  private static final TypeReference<List<Message>> MESSAGES = new TypeReference<>() {};
  private static final TypeReference<Set<String>> ROLES = new TypeReference<>() {};
  private static final TypeReference<List<ClientTool>> TOOLS = new TypeReference<>() {};
  private static final TypeReference<Map<String, Object>> METADATA = new TypeReference<>() {};

  private StoredJson() {}

  /** Without its id, which its row has. */
  static String writeMessage(Message message) {
    return write(message.withId(null));
  }

  /**
   * @param id of its row; earlier versions stored it in the JSON, too
   */
  public static Message readMessage(String json, String id) {
    return read(() -> MAPPER.readValue(json, Message.class)).withId(id);
  }

  public static String writeMessages(List<Message> messages) {
    return write(messages);
  }

  static List<Message> readMessages(String json) {
    return json == null ? List.of() : read(() -> MAPPER.readValue(json, MESSAGES));
  }

  public static String writeTermination(TerminationReason reason) {
    return write(reason);
  }

  static TerminationReason readTermination(String json) {
    return json == null ? null : read(() -> MAPPER.readValue(json, TerminationReason.class));
  }

  static String writeRoles(Set<String> roles) {
    return roles.isEmpty() ? null : write(roles);
  }

  public static Set<String> readRoles(String json) {
    return json == null ? Set.of() : read(() -> MAPPER.readValue(json, ROLES));
  }

  static List<ClientTool> readClientTools(String json) {
    return json == null ? List.of() : read(() -> MAPPER.readValue(json, TOOLS));
  }

  static InferenceOverride readOverrides(String json) {
    return json == null
        ? InferenceOverride.NONE
        : read(() -> MAPPER.readValue(json, InferenceOverride.class));
  }

  static ClientInput readClientInput(String json) {
    return json == null ? ClientInput.NONE : read(() -> MAPPER.readValue(json, ClientInput.class));
  }

  public static String writeMetadata(Map<String, Object> metadata) {
    return metadata == null || metadata.isEmpty() ? null : write(metadata);
  }

  public static Map<String, Object> readMetadata(String json) {
    return json == null ? Map.of() : read(() -> MAPPER.readValue(json, METADATA));
  }

  public static String writeTicket(SuspendTicket ticket) {
    return write(ticket);
  }

  static SuspendTicket readTicket(String json) {
    return read(() -> MAPPER.readValue(json, SuspendTicket.class));
  }

  public static String writeDecision(Decision decision) {
    return write(decision);
  }

  static Decision readDecision(String json) {
    return json == null ? null : read(() -> MAPPER.readValue(json, Decision.class));
  }

  /** Writes what was asked of a run besides what its rows have in columns; null for nothing. */
  static String writeSpec(RunSpec spec) {
    String json = write(spec, SpecParts.InRun.class);
    return json.equals("{}") ? null : json;
  }

  static RunSpec readSpec(String json) {
    return read(json, RunSpec.class, SpecParts.InRun.class);
  }

  /** Reads what a record has of it. */
  static RunSpec readShownSpec(String json) {
    return read(json, RunSpec.class, SpecParts.InRecord.class);
  }

  public static String writeTarget(PushTarget target) {
    return write(target);
  }

  public static PushTarget readTarget(String json) {
    return read(() -> MAPPER.readValue(json, PushTarget.class));
  }

  static String writeSteering(SteeringPayload payload) {
    return write(payload, SpecParts.InInbox.class);
  }

  static SteeringPayload readSteering(String json) {
    return read(json, SteeringPayload.class, SpecParts.InInbox.class);
  }

  public static String writeTree(JsonNode tree) {
    return tree == null ? null : write(tree);
  }

  public static JsonNode readTree(String json) {
    return json == null ? null : read(() -> MAPPER.readTree(json));
  }

  /** Invalid JSON becomes a missing node; the caller decides how to handle it. */
  public static JsonNode readTreeOrMissing(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }

  private static String write(Object value) {
    return write(value, null);
  }

  /**
   * @param view decides which parts of a {@link RunSpec} are written
   */
  private static String write(Object value, Class<?> view) {
    return write(MAPPER.writerWithView(view), value);
  }

  static String write(ObjectWriter writer, Object value) {
    try {
      return writer.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot be stored as JSON: " + e.getOriginalMessage());
    }
  }

  private static <T> T read(String json, Class<T> type, Class<?> view) {
    return read(() -> MAPPER.readerFor(type).withView(view).readValue(json));
  }

  static <T> T read(Reading<T> reading) {
    try {
      return reading.read();
    } catch (JsonProcessingException e) {
      // The parser's message quotes its input, which is conversation data.
      throw new IllegalStateException("stored JSON cannot be read: " + e.getOriginalMessage());
    }
  }

  interface Reading<T> {
    T read() throws JsonProcessingException;
  }
}
