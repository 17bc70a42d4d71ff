package io.awaken.http.json;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import io.awaken.http.security.Refusal;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The parser of a request body. Refuses valid JSON that cannot be stored: half a surrogate pair, a
 * number beyond the range of doubles, one field under two of its names.
 */
final class StrictBody extends JsonParserDelegate {

  private final Map<String, String> aliases;
  private final Set<String> given = new HashSet<>();
  private int depth;

  StrictBody(JsonParser parser, Class<?> body) {
    super(parser);
    this.aliases = aliases(body);
  }

  /** Maps the aliases of a body's fields to their wire names. */
  private static Map<String, String> aliases(Class<?> body) {
    var names = new HashMap<String, String>();
    RecordComponent[] components = body.getRecordComponents();
    for (int i = 0; components != null && i < components.length; i++) {
      JsonAlias alias = components[i].getAccessor().getAnnotation(JsonAlias.class);
      for (int j = 0; alias != null && j < alias.value().length; j++) {
        names.put(alias.value()[j], wire(components[i].getName()));
      }
    }
    return names;
  }

  private static String wire(String component) {
    return PropertyNamingStrategies.SnakeCaseStrategy.INSTANCE.translate(component);
  }

  @Override
  public JsonToken nextToken() throws IOException {
    JsonToken token = delegate.nextToken();
    if (token != null) {
      check(token);
    }
    return token;
  }

  @Override
  public JsonToken nextValue() throws IOException {
    JsonToken token = nextToken();
    return token == JsonToken.FIELD_NAME ? nextToken() : token;
  }

  @Override
  public JsonParser skipChildren() throws IOException {
    if (currentToken() == JsonToken.START_OBJECT || currentToken() == JsonToken.START_ARRAY) {
      int outside = depth - 1;
      while (depth > outside && nextToken() != null) {
        // Each token is checked.
      }
    }
    return this;
  }

  private void check(JsonToken token) throws IOException {
    switch (token) {
      case START_OBJECT, START_ARRAY -> depth++;
      case END_OBJECT, END_ARRAY -> depth--;
      case FIELD_NAME -> {
        String name = delegate.currentName();
        checkText(name.toCharArray(), 0, name.length());
        if (depth == 1) {
          checkOnce(aliases.getOrDefault(name, name));
        }
      }
      case VALUE_STRING ->
          checkText(
              delegate.getTextCharacters(), delegate.getTextOffset(), delegate.getTextLength());
      case VALUE_NUMBER_FLOAT -> {
        if (Double.isInfinite(delegate.getDoubleValue())) {
          throw Refusal.bad("number_out_of_range", "a number is too large" + at()).exception();
        }
      }
      default -> {
        // Cannot be invalid.
      }
    }
  }

  private void checkOnce(String field) {
    if (!given.add(field)) {
      throw new Refusal(400, "duplicate_field", "field given twice: " + field, field, null)
          .exception();
    }
  }

  private void checkText(char[] text, int from, int length) {
    for (int i = from; i < from + length; i++) {
      char c = text[i];
      if (Character.isSurrogate(c)) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < from + length
                && Character.isLowSurrogate(text[i + 1]);
        if (!pair) {
          throw Refusal.bad("malformed_text", "a string has half of a surrogate pair" + at())
              .exception();
        }
        i++;
      }
    }
  }

  private String at() {
    return JsonRefusals.at(delegate.currentTokenLocation());
  }
}
