package io.awaken.http.api.request;

import io.awaken.core.message.Role;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.security.Refusal;
import java.util.ArrayList;
import java.util.List;

/**
 * What a client may say: only users speak from outside; the history of what the agent said is the
 * server's (features section 4 row 11).
 */
public record InputMessage(
    @Required @Described(values = "user") String role, @Required String content) {

  /** In one request. */
  public static final int MAX_MESSAGES = 200;

  /**
   * The texts of 1 to 200 messages.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  public static List<String> texts(List<InputMessage> messages) {
    if (messages == null || messages.isEmpty()) {
      throw Refusal.missing("messages").exception();
    }
    if (messages.size() > MAX_MESSAGES) {
      throw Refusal.invalid(
              "messages", "messages must have at most %d entries".formatted(MAX_MESSAGES))
          .exception();
    }
    var texts = new ArrayList<String>(messages.size());
    for (int i = 0; i < messages.size(); i++) {
      texts.add(text(messages.get(i), "messages[" + i + "]"));
    }
    return texts;
  }

  private static String text(InputMessage message, String field) {
    if (message == null || message.role() == null) {
      throw Refusal.missing(field + ".role").exception();
    }
    if (!message.role().equals(Role.USER.wire())) {
      throw Refusal.invalid(
              field + ".role", "the role must be user, not " + shortened(message.role()))
          .exception();
    }
    if (message.content() == null) {
      throw Refusal.missing(field + ".content").exception();
    }
    return spoken(field + ".content", message.content());
  }

  /** A text that somebody may say. */
  public static String spoken(String field, String text) {
    if (text.isBlank()) {
      throw Refusal.invalid(field, field + " must not be blank").exception();
    }
    return Bodies.storable(field, text);
  }

  private static String shortened(String role) {
    return role.length() <= 32 ? role : role.substring(0, 32) + "...";
  }
}
