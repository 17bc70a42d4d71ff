package io.awaken.http.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.Attacks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the page's modules against the import map and the POM, in the project's directory. */
class PageModulesTest {

  private static final Path PAGE = WebApplication.SOURCES.resolve("page");
  private static final Path INDEX = WebApplication.SOURCES.resolve("index.html");
  private static final Path ANSWER = PAGE.resolve("answer.html");
  private static final Pattern IMPORT =
      Pattern.compile(
          "^(?:import|(?:import|export)\\b[^;(]*? from) ?['\"]([^'\"]+)['\"];", Pattern.MULTILINE);
  private static final Pattern ADDRESS = Pattern.compile("(?:src|href)=\"([^\"]+)\"");
  private static final Pattern LIBRARY =
      Pattern.compile(
          "<groupId>org\\.mvnpm[^<]*</groupId>\\s*<artifactId>([^<]+)</artifactId>\\s*"
              + "<version>([^<]+)</version>");

  @Test
  void theImportMapNamesTheLibrariesOfThePom() throws IOException {
    var expected = new ArrayList<String>();
    Matcher library = LIBRARY.matcher(Files.readString(Path.of("pom.xml")));
    while (library.find()) {
      expected.add("./page/lib/" + library.group(1) + "/" + library.group(2) + "/");
    }
    assertThat(expected).hasSize(6);

    var named = new ArrayList<String>();
    imports().forEach(each -> named.add(each.textValue()));
    assertThat(named)
        .allMatch(path -> expected.stream().anyMatch(path::startsWith))
        .hasSizeGreaterThanOrEqualTo(expected.size());
    assertThat(expected).allMatch(path -> named.stream().anyMatch(each -> each.startsWith(path)));
  }

  @Test
  void thePageOfAQuestionNamesTheSameLibraries() throws IOException {
    var chat = new ArrayList<String>();
    imports().properties().forEach(each -> chat.add(each.toString()));
    var own = new ArrayList<String>();
    imports(Files.readString(ANSWER))
        .properties()
        .forEach(each -> own.add(each.toString().replace("./lib/", "./page/lib/")));
    assertThat(own).isNotEmpty().isSubsetOf(chat);
  }

  @Test
  void everyImportLeadsToAFileOrToTheImportMap() throws IOException {
    List<String> names = new ArrayList<>();
    imports().fieldNames().forEachRemaining(names::add);
    for (Path module : modules()) {
      Matcher imported = IMPORT.matcher(Files.readString(module));
      while (imported.find()) {
        String name = imported.group(1);
        boolean found =
            name.startsWith(".")
                ? Files.exists(module.resolveSibling(name))
                : names.stream()
                    .anyMatch(n -> n.endsWith("/") ? name.startsWith(n) : name.equals(n));
        assertThat(found).as("%s imports %s", module, name).isTrue();
      }
    }
  }

  /** The page works at any context path: no URL starts with a slash or contains a host. */
  @Test
  void everyAddressIsRelativeToThePage() throws IOException {
    for (Path page : List.of(INDEX, ANSWER)) {
      Matcher address = ADDRESS.matcher(Files.readString(page));
      int found = 0;
      while (address.find()) {
        found++;
        assertThat(address.group(1)).doesNotStartWith("/").doesNotContain(":");
        assertThat(page.resolveSibling(address.group(1))).exists();
      }
      assertThat(found).isGreaterThan(3);
    }
    for (Path module : modules()) {
      assertThat(Files.readString(module))
          .as("%s", module)
          .doesNotContain("https://", "'/v1", "\"/v1");
    }
  }

  /** Modules turn texts into DOM nodes, never into HTML or code. */
  @Test
  @Attacks("S43")
  void noModuleMakesHtmlOrCodeOfTexts() throws IOException {
    for (Path module : modules()) {
      assertThat(Files.readString(module))
          .as("%s", module)
          .doesNotContain(
              "innerHTML",
              "outerHTML",
              "insertAdjacentHTML",
              "unsafeHTML",
              "unsafeSVG",
              "unsafeStatic",
              "document.write",
              "eval(",
              "new Function",
              "style=\"");
    }
    for (Path page : List.of(INDEX, ANSWER)) {
      assertThat(Files.readString(page)).doesNotContain("style=", "onload=", "onclick=");
    }
  }

  private static JsonNode imports() throws IOException {
    return imports(Files.readString(INDEX));
  }

  private static JsonNode imports(String html) throws IOException {
    int begin = html.indexOf('{', html.indexOf("importmap"));
    String map = html.substring(begin, html.indexOf("</script>", begin));
    return new ObjectMapper().readTree(map).path("imports");
  }

  private static List<Path> modules() throws IOException {
    try (Stream<Path> files = Files.walk(PAGE)) {
      List<Path> modules = files.filter(file -> file.toString().endsWith(".js")).toList();
      assertThat(modules).hasSizeGreaterThan(20);
      return modules;
    }
  }
}
