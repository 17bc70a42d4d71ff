package io.awaken.launch.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.http.security.token.AccessToken;
import io.awaken.http.security.token.TokenFile;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CreateTokenTest {

  private static final Instant NOW = Instant.parse("2027-01-01T12:00:00.5Z");

  @TempDir private Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return CreateToken.run(args, NOW, new PrintStream(out), new PrintStream(err));
  }

  @Test
  void itPrintsATokenOnceAndStoresOnlyItsHash() throws Exception {
    Path path = folder.resolve("tokens");

    assertThat(
            run(path.toString(), "ada", "--tenant", "acme", "--roles", "clerk,boss", "--days", "2"))
        .isZero();

    String token = out.toString().strip();
    assertThat(token).startsWith(AccessToken.PREFIX).hasSize(50);
    assertThat(Files.readString(path)).startsWith("ada acme boss,clerk 2027-01-03T12:00:00Z ");
    assertThat(Files.readString(path)).doesNotContain(token);
    assertThat(err.toString()).doesNotContain(token).contains("2027-01-03T12:00:00Z");
    var known = TokenFile.open(path, () -> NOW).find(token).orElseThrow();
    assertThat(known.caller()).isEqualTo(new Caller("acme", "ada", Set.of("clerk", "boss")));
  }

  @Test
  void tokensAreUnique() {
    String path = folder.resolve("tokens").toString();
    run(path, "ada");
    run(path, "ada");

    assertThat(out.toString().lines().distinct()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          F                              | FILE and NAME are required
          F ada --days                   | FILE and NAME are required
          F ada --days 0                 | --days must be a whole number from 1 to 36500
          F ada --days x                 | --days must be a whole number from 1 to 36500
          F ada --age 1                  | unknown option --age
          F anonymous                    | name: it is reserved for anonymous callers
          F ada --roles a,               | roles: 1 to 256 characters
          """)
  void anInvalidArgumentIsReportedAndNothingIsWritten(String args, String message) {
    Path path = folder.resolve("tokens");

    assertThat(run(args.replace("F", path.toString()).split(" "))).isEqualTo(2);

    assertThat(err.toString()).startsWith(message).contains("Usage:");
    assertThat(out.toString()).isEmpty();
    assertThat(path).doesNotExist();
  }

  @Test
  void anInvalidFileIsLeftUnchanged() throws Exception {
    Path path = Files.writeString(folder.resolve("tokens"), "x\n");
    path.toFile().setReadable(false, false);
    path.toFile().setWritable(false, false);
    path.toFile().setReadable(true, true);
    path.toFile().setWritable(true, true);

    assertThat(run(path.toString(), "ada")).isEqualTo(1);

    assertThat(err.toString()).contains("line 1, the line: it has 1 fields");
    assertThat(Files.readString(path)).isEqualTo("x\n");
    assertThat(out.toString()).isEmpty();
  }
}
