package io.awaken.provider.scripted;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import java.util.List;

/**
 * The turns of a scripted model; each turn is one answer, so a run with one tool call plays two. In
 * JSON or YAML the names are snake case:
 *
 * <pre>
 * word_delay_ms: 20            # between words; default 0
 * repeat: false                # after the last turn, begin again; default: the call fails
 * turns:
 *   - reasoning: They want to know the weather.
 *     text: Let me look.
 *     tool_calls:
 *       - {name: get_weather, arguments: {city: Bern}}   # id: optional
 *   - delay_ms: 500            # before the first piece; default 0
 *     text: It is sunny.
 *     usage: {prompt_tokens: 12, completion_tokens: 3}   # default: not reported
 *     stop_reason: end_turn    # default: tool_use with calls, else end_turn
 *     content:                 # blocks behind the text: signed reasoning, media, sources
 *       - {type: thinking, thinking: I see., provider: mock, signature: c2ln}
 *     provider_metadata: {mock: {id: 7}}   # attached to the answer; calls have their own
 *     tells_received: true     # behind the text, what the request had beside text
 *   - text: Half an
 *     error: {kind: rate_limited, message: too many, retry_after_ms: 1000}
 * </pre>
 *
 * <p>The conversation alone determines the turn: the number of assistant messages since the last
 * user message. So every user message restarts the script; internal messages of the loop do not.
 *
 * @param turns at least one
 * @param wordDelayMs milliseconds between two words
 * @param repeat whether the first turn follows the last
 */
public record Script(List<Turn> turns, long wordDelayMs, boolean repeat) {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .build();

  public Script {
    if (turns == null || turns.isEmpty()) {
      throw new IllegalArgumentException("turns: a script needs at least one turn");
    }
    turns = List.copyOf(turns);
    Turn.notNegative("word_delay_ms", wordDelayMs);
  }

  public static ScriptBuilder builder() {
    return new ScriptBuilder();
  }

  /**
   * Reads a script from its document.
   *
   * @throws IllegalArgumentException naming the problem
   */
  public static Script read(JsonNode document) {
    try {
      return MAPPER.treeToValue(document, Script.class);
    } catch (ValueInstantiationException e) {
      throw new IllegalArgumentException("script: " + e.getCause().getMessage(), e);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("script: " + e.getOriginalMessage(), e);
    }
  }

  /** The number of turns that this conversation has played. */
  static int played(List<Message> conversation) {
    int played = 0;
    for (Message message : conversation.reversed()) {
      if (message.role() == Role.USER && !message.internal()) {
        break;
      }
      if (message.role() == Role.ASSISTANT) {
        played++;
      }
    }
    return played;
  }
}
