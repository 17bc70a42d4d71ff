package io.awaken.launch.token;

import io.awaken.core.run.Caller;
import io.awaken.http.security.token.AccessToken;
import io.awaken.http.security.token.TokenAppender;
import io.awaken.http.security.token.TokenFileException;
import io.awaken.http.security.token.TokenLines;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;

/**
 * Creates a token for a caller: appends its line to a token file and prints the token, which is
 * stored nowhere else. Needs no running server.
 */
public final class CreateToken {

  private static final String USAGE =
      """
      Usage: java -cp target/launch:target/classes io.awaken.launch.token.CreateToken FILE NAME [--tenant TENANT] [--roles A,B] [--days N]
        FILE    the token file; created with mode 0600 if missing
        NAME    the name of the caller
        TENANT  default: default
        A,B     roles, separated by commas; default: none
        N       days until it expires, 1 to 36500; default: 90
      """;

  private static final int INVALID_ARGUMENTS = 2;
  private static final int MAX_DAYS = 36_500;

  private String tenant = Caller.ANONYMOUS.tenant();
  private Set<String> roles = Set.of();
  private int days = 90;

  private CreateToken() {}

  /**
   * @param args see the usage
   */
  public static void main(String[] args) {
    int status = run(args, Instant.now(), System.out, System.err);
    if (status != 0) {
      System.exit(status);
    }
  }

  /**
   * The exit status: 0 when the token was created, 1 for an invalid file, 2 for invalid arguments.
   */
  static int run(String[] args, Instant now, PrintStream out, PrintStream err) {
    try {
      if (args.length < 2 || args.length % 2 != 0 || args[0].startsWith("-")) {
        throw new IllegalArgumentException("FILE and NAME are required");
      }
      var command = new CreateToken();
      for (int i = 2; i < args.length; i += 2) {
        command.option(args[i], args[i + 1]);
      }
      command.create(Path.of(args[0]), args[1], now, out, err);
      return 0;
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage());
      err.print(USAGE);
      return INVALID_ARGUMENTS;
    } catch (TokenFileException | IOException e) {
      err.println(args[0] + ": " + e.getMessage());
      return 1;
    }
  }

  private void option(String name, String value) {
    switch (name) {
      case "--tenant" -> tenant = value;
      case "--roles" -> roles = value.equals("-") ? Set.of() : Set.of(value.split(",", -1));
      case "--days" -> days = days(value);
      default -> throw new IllegalArgumentException("unknown option " + name);
    }
  }

  private static int days(String value) {
    try {
      int days = Integer.parseInt(value);
      if (days >= 1 && days <= MAX_DAYS) {
        return days;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new IllegalArgumentException("--days must be a whole number from 1 to " + MAX_DAYS);
  }

  private void create(Path file, String name, Instant now, PrintStream out, PrintStream err)
      throws IOException, TokenFileException {
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    String token = AccessToken.of(random);
    Instant expires = now.plus(Duration.ofDays(days)).truncatedTo(ChronoUnit.SECONDS);
    TokenAppender.append(file, line(new Caller(tenant, name, roles), expires, token));
    out.println(token);
    err.println("The token expires at " + expires + " and is not stored; save it now.");
  }

  /** An error in the new line comes from an argument, not from the file. */
  private static String line(Caller caller, Instant expires, String token) {
    try {
      return TokenLines.line(caller, expires, token);
    } catch (TokenFileException e) {
      throw new IllegalArgumentException(e.getMessage().replace("line 1, ", ""), e);
    }
  }
}
