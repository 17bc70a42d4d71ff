package io.awaken.http.security.token;

import io.awaken.core.run.Caller;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The text of a token file: a line for each token with five fields separated by blanks, {@code name
 * tenant roles expires sha256}. Roles are separated by commas, {@code -} is none; the time has the
 * form {@code 2027-01-31T00:00:00Z}. Empty lines and those that begin with {@code #} are ignored.
 */
public final class TokenLines {

  static final int MAX_TOKENS = 10_000;

  /** Limits of the database columns, the same as for JSON Web Tokens. */
  private static final int MAX_NAME = 256;

  private static final int MAX_TENANT = 128;
  private static final int MAX_ROLES = 1_000;

  private static final List<String> FIELDS =
      List.of("name", "tenant", "roles", "expires", "sha256");
  private static final String NO_ROLES = "-";
  private static final Pattern BLANKS = Pattern.compile("[ \t]+");
  private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{64}");

  private TokenLines() {}

  /**
   * @throws TokenFileException at the first invalid line
   */
  static List<AccessToken> parse(byte[] file) throws TokenFileException {
    var tokens = new ArrayList<AccessToken>();
    var seen = new HashSet<AccessToken.Hash>();
    int number = 0;
    for (String line : text(file).lines().toList()) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      AccessToken token = parse(number, line.strip());
      if (!seen.add(token.hash())) {
        throw TokenFileException.at(number, "sha256", "this token is already on an earlier line");
      }
      if (tokens.size() == MAX_TOKENS) {
        throw TokenFileException.at(
            number, "the line", "a file has at most %d tokens".formatted(MAX_TOKENS));
      }
      tokens.add(token);
    }
    return List.copyOf(tokens);
  }

  private static String text(byte[] file) throws TokenFileException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(file)).toString();
    } catch (CharacterCodingException e) {
      throw new TokenFileException("the file is not UTF-8");
    }
  }

  private static AccessToken parse(int number, String line) throws TokenFileException {
    String[] fields = BLANKS.split(line);
    if (fields.length != FIELDS.size()) {
      throw TokenFileException.at(
          number,
          "the line",
          "it has %d fields and must have %d: %s"
              .formatted(fields.length, FIELDS.size(), String.join(" ", FIELDS)));
    }
    String name = checked(number, "name", fields[0], MAX_NAME);
    if (name.equals(Caller.ANONYMOUS.subject())) {
      throw TokenFileException.at(number, "name", "it is reserved for anonymous callers");
    }
    String tenant = checked(number, "tenant", fields[1], MAX_TENANT);
    var caller = new Caller(tenant, name, roles(number, fields[2]));
    return new AccessToken(number, caller, expires(number, fields[3]), hash(number, fields[4]));
  }

  private static Set<String> roles(int number, String field) throws TokenFileException {
    var roles = new HashSet<String>();
    if (field.equals(NO_ROLES)) {
      return roles;
    }
    for (String role : field.split(",", -1)) {
      roles.add(checked(number, "roles", role, MAX_NAME));
    }
    if (roles.size() > MAX_ROLES) {
      throw TokenFileException.at(number, "roles", "at most %d".formatted(MAX_ROLES));
    }
    return roles;
  }

  private static Instant expires(int number, String field) throws TokenFileException {
    try {
      return Instant.parse(field);
    } catch (DateTimeParseException e) {
      throw TokenFileException.at(
          number, "expires", "it must be a time such as 2027-01-31T00:00:00Z");
    }
  }

  private static AccessToken.Hash hash(int number, String field) throws TokenFileException {
    if (!HEX.matcher(field).matches()) {
      throw TokenFileException.at(
          number, "sha256", "it must be the SHA-256 of the token, 64 hexadecimal digits");
    }
    return new AccessToken.Hash(HexFormat.of().parseHex(field));
  }

  private static String checked(int number, String field, String text, int max)
      throws TokenFileException {
    if (text.isEmpty()
        || text.length() > max
        || text.chars().anyMatch(c -> Character.isISOControl(c) || Character.isWhitespace(c))) {
      throw TokenFileException.at(
          number, field, "1 to %d characters, none of them blank or control".formatted(max));
    }
    return text;
  }

  /**
   * The line of a new token.
   *
   * @throws TokenFileException naming the invalid field, with line 1
   */
  public static String line(Caller caller, Instant expires, String token)
      throws TokenFileException {
    String roles =
        caller.roles().isEmpty()
            ? NO_ROLES
            : String.join(",", caller.roles().stream().sorted().toList());
    String hash = HexFormat.of().formatHex(AccessToken.Hash.of(token).bytes());
    String line =
        String.join(" ", caller.subject(), caller.tenant(), roles, expires.toString(), hash);
    if (line.startsWith("#")) {
      throw TokenFileException.at(1, "name", "it must not begin with #");
    }
    parse(1, line);
    return line;
  }
}
