package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** The example pools that operators copy. */
class ExamplePoolsTest {
  private static final Path FOLDER = Path.of("server-config");
  private static final Pattern PROPERTY = Pattern.compile("[:=](\\w+)=");

  @ParameterizedTest
  @ValueSource(strings = {"payara/pool.asadmin", "wildfly/pool.cli"})
  void errorsOfThePoolLogNoRowValues(String file) throws IOException {
    assertThat(Files.readString(FOLDER.resolve(file))).contains("logServerErrorDetail=false");
  }

  /** Payara sets them by name and ignores those that the driver does not have. */
  @Test
  void thePayaraPoolSetsOnlyPropertiesOfTheDriver() throws IOException {
    List<String> setters =
        Arrays.stream(PGSimpleDataSource.class.getMethods()).map(m -> m.getName()).toList();
    String text = Files.readString(FOLDER.resolve("payara/pool.asadmin"));
    String properties = text.substring(text.indexOf("--property=") + "--property".length());
    Matcher matcher = PROPERTY.matcher(properties);
    int found = 0;
    while (matcher.find()) {
      String name = matcher.group(1);
      if (!name.equals("password") && Character.isLowerCase(name.charAt(0))) {
        assertThat(setters)
            .contains("set" + Character.toUpperCase(name.charAt(0)) + name.substring(1));
      }
      found++;
    }
    assertThat(found).isGreaterThan(8);
  }
}
