package io.awaken.http.submit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.text.ShownText;
import io.awaken.core.text.WholeText;
import java.util.Iterator;
import java.util.Map;

/** Questions as text for people, in protocols without a form for them. Stateless. */
public final class QuestionText {

  private QuestionText() {}

  /** Whether a question asks for a yes or no, rather than for a value. */
  public static boolean approves(SuspendTicket ticket) {
    ResumeMode mode = ticket.resumeMode();
    boolean yesOrNo =
        mode == ResumeMode.ANSWER_TOOL && ticket.suspension().responseSchema() == null;
    return yesOrNo || !mode.requiresAnswer();
  }

  /** The question; an approval with the call that it is about. */
  public static String of(SuspendTicket ticket) {
    String asked = ticket.suspension().message();
    String text = asked == null ? ticket.suspension().action() : asked;
    if (ticket.pending() == null || !approves(ticket)) {
      return text;
    }
    return "%s\n%s %s"
        .formatted(text, ticket.pending().name(), ShownArguments.of(ticket.pending().arguments()));
  }

  /**
   * The arguments of a call as an approver reads them. The model chose them and may pad one field
   * to push another out of sight, so that long ones are cut field by field, each with the number of
   * its hidden characters. Stateless.
   */
  static final class ShownArguments {

    /** Longer arguments are cut to about this many characters, besides names and notes. */
    static final int MAX = 2_000;

    /** Characters that are left of a name, and at least of a field. */
    private static final int MIN = 40;

    private static final int LEVELS = 4;

    private ShownArguments() {}

    /**
     * The arguments as JSON; not parseable where something is cut. Hidden characters are escaped.
     */
    static String of(JsonNode arguments) {
      var shown = new StringBuilder();
      write(arguments, MAX, LEVELS, shown);
      return ShownText.escaped(shown.toString());
    }

    private static void write(JsonNode value, int most, int levels, StringBuilder out) {
      String all = String.valueOf(value);
      if (all.length() <= most) {
        out.append(all);
      } else if (value.isTextual()) {
        out.append(cutText(value.textValue(), most));
      } else if (!value.isContainerNode() || levels == 0) {
        out.append(cut(all, most));
      } else {
        writeParts(value, most, levels, out);
      }
    }

    /** Writes the first fields or elements, each with the same share. */
    private static void writeParts(JsonNode value, int most, int levels, StringBuilder out) {
      int shown = Math.min(value.size(), Math.max(1, most / MIN));
      out.append(value.isObject() ? '{' : '[');
      Iterator<Map.Entry<String, JsonNode>> fields = value.properties().iterator();
      for (int i = 0; i < shown; i++) {
        out.append(i == 0 ? "" : ",");
        JsonNode part;
        if (value.isObject()) {
          Map.Entry<String, JsonNode> field = fields.next();
          out.append(cutText(field.getKey(), MIN)).append(':');
          part = field.getValue();
        } else {
          part = value.get(i);
        }
        write(part, most / shown, levels - 1, out);
      }
      if (shown < value.size()) {
        out.append(",... (").append(value.size() - shown).append(" more hidden)");
      }
      out.append(value.isObject() ? '}' : ']');
    }

    private static String cutText(String text, int most) {
      String kept = WholeText.cut(text, most);
      return TextNode.valueOf(kept) + hidden(text, kept);
    }

    private static String cut(String json, int most) {
      String kept = WholeText.cut(json, most);
      return kept + hidden(json, kept);
    }

    /** After the closing quote, where no text of the model can stand. */
    private static String hidden(String all, String kept) {
      int hidden = all.length() - kept.length();
      return hidden == 0 ? "" : "... (" + hidden + " characters hidden)";
    }
  }
}
