package io.awaken.builtin.permission.pattern;

import io.awaken.builtin.permission.pattern.Characters.QuotedText;
import io.awaken.core.text.Glob;
import java.util.ArrayList;
import java.util.List;

/** Parses one pattern; the grammar is in {@code docs/permissions.md}. Used once. */
final class PatternParser {

  static final int MAX_CONDITIONS = 16;
  private static final int MAX_NAME = 128;

  private final String text;
  private final Characters in;

  PatternParser(String text) {
    this.text = text;
    this.in = new Characters(text);
  }

  ToolCallPattern parse() {
    if (text.length() > ToolCallPattern.MAX_LENGTH) {
      throw new PatternException(
          ToolCallPattern.MAX_LENGTH + 1,
          "the end: a pattern has at most " + ToolCallPattern.MAX_LENGTH + " characters");
    }
    NameMatcher name = in.peek() == '/' ? expression() : name();
    if (in.ended()) {
      return new ToolCallPattern(text, name, false, List.of());
    }
    if (!in.take("(")) {
      throw in.expected("'(' or the end behind the tool's name");
    }
    return new ToolCallPattern(text, name, true, arguments());
  }

  private NameMatcher name() {
    int mark = in.mark();
    while (!in.ended() && inName(in.peek())) {
      in.next();
    }
    String name = in.from(mark);
    if (name.isEmpty()) {
      throw in.expected("the name of a tool, '*' or a regular expression between '/'");
    }
    if (name.length() > MAX_NAME) {
      throw new PatternException(mark + MAX_NAME + 1, "a name of at most 128 characters");
    }
    return new NameMatcher.Globbed(Operator.glob(name, mark + 1));
  }

  private static boolean inName(char c) {
    return c != '(' && c != ')' && c != '"' && c != '\'' && c > ' ' && !Character.isWhitespace(c);
  }

  private NameMatcher expression() {
    in.next();
    int mark = in.mark();
    while (!in.ended() && in.peek() != '/') {
      boolean escape = in.next() == '\\';
      if (escape && !in.ended()) {
        in.next();
      }
    }
    String regex = in.from(mark);
    if (!in.take("/")) {
      throw in.expected("a closing '/' behind the regular expression");
    }
    if (regex.isEmpty()) {
      throw new PatternException(mark + 1, "a regular expression between the '/'");
    }
    return new NameMatcher.Expression(new Regex(regex, mark + 1));
  }

  private List<Condition> arguments() {
    in.skipBlanks();
    int mark = in.mark();
    if (QuotedText.begins(in)) {
      QuotedText value = QuotedText.read(in);
      close("')' behind the quoted text");
      return primary(Operator.glob(value.text(), value.column()));
    }
    if (beginsWithCondition()) {
      in.back(mark);
      return conditions();
    }
    in.back(mark);
    return plainText(mark);
  }

  /** Whether a field and an operator come next; text of that form must be quoted. */
  private boolean beginsWithCondition() {
    if (FieldPath.read(in) == null) {
      return false;
    }
    in.skipBlanks();
    in.take("?");
    in.skipBlanks();
    return Operator.read(in) != null;
  }

  /** Reads text up to the closing parenthesis, without surrounding blanks. */
  private List<Condition> plainText(int mark) {
    int last = text.length() - 1;
    if (last < mark || text.charAt(last) != ')') {
      throw new PatternException(text.length() + 1, "')'");
    }
    String plain = text.substring(mark, last).stripTrailing();
    if (plain.isEmpty()) {
      throw in.expected("'*', a text, or conditions such as path ~ \"src/*\"");
    }
    return primary(Operator.glob(plain, mark + 1));
  }

  private static List<Condition> primary(Glob glob) {
    return glob.any() ? List.of() : List.of(new Condition.Primary(new ValueMatcher.Globbed(glob)));
  }

  private List<Condition> conditions() {
    var conditions = new ArrayList<Condition>();
    do {
      if (conditions.size() == MAX_CONDITIONS) {
        throw in.expected("at most " + MAX_CONDITIONS + " conditions");
      }
      in.skipBlanks();
      conditions.add(condition());
      in.skipBlanks();
    } while (in.take(","));
    close("',' or ')' behind a condition");
    return conditions;
  }

  private Condition condition() {
    FieldPath path = FieldPath.read(in);
    if (path == null) {
      throw in.expected("the name of a field");
    }
    in.skipBlanks();
    boolean optional = in.take("?");
    in.skipBlanks();
    Operator operator = Operator.read(in);
    if (operator == null) {
      throw in.expected("an operator: = != ~ !~ =~ !=~");
    }
    in.skipBlanks();
    if (!QuotedText.begins(in)) {
      throw in.expected(
          "a value in quotes; a text that only looks like a condition is quoted as a whole");
    }
    ValueMatcher test = operator.test(QuotedText.read(in));
    return new Condition.Field(path, optional, operator.negative(), test);
  }

  private void close(String expected) {
    in.skipBlanks();
    if (!in.take(")")) {
      throw in.expected(expected);
    }
    if (!in.ended()) {
      throw in.expected("the end behind ')'");
    }
  }

  /** The operator between a field and its value (features row 205). */
  enum Operator {
    NOT_FOUND("!=~", true),
    NOT_EQUAL("!=", true),
    NOT_LIKE("!~", true),
    FOUND("=~", false),
    EQUAL("=", false),
    LIKE("~", false);

    /** Operators with a shorter one as prefix come before it. */
    private static final List<Operator> ALL = List.of(values());

    private final String sign;
    private final boolean negative;

    Operator(String sign, boolean negative) {
      this.sign = sign;
      this.negative = negative;
    }

    /** Consumes an operator; null when there is none. */
    static Operator read(Characters in) {
      for (Operator operator : ALL) {
        if (in.take(operator.sign)) {
          return operator;
        }
      }
      return null;
    }

    boolean negative() {
      return negative;
    }

    /** The test of a value with this operator. */
    ValueMatcher test(QuotedText value) {
      return switch (this) {
        case FOUND, NOT_FOUND -> new ValueMatcher.Found(new Regex(value.text(), value.column()));
        case LIKE, NOT_LIKE -> new ValueMatcher.Globbed(glob(value.text(), value.column()));
        case EQUAL, NOT_EQUAL -> new ValueMatcher.Equal(literal(value));
      };
    }

    static Glob glob(String text, int column) {
      try {
        return Glob.of(text);
      } catch (Glob.Invalid e) {
        throw new PatternException(
            column + e.position() - 1, "'*' or '\\' behind '\\', which is written '\\\\' itself");
      }
    }

    /** A star is literal here; only the backslash is escaped. */
    private static String literal(QuotedText value) {
      String text = value.text();
      for (int i = text.indexOf('\\'); i >= 0; i = text.indexOf('\\', i + 2)) {
        if (i + 1 == text.length() || text.charAt(i + 1) != '\\') {
          throw new PatternException(
              value.column() + i, "a quote or '\\' behind '\\', which is written '\\\\' itself");
        }
      }
      return text.replace("\\\\", "\\");
    }
  }
}
