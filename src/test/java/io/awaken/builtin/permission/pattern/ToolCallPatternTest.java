package io.awaken.builtin.permission.pattern;

import static io.awaken.builtin.permission.pattern.Calls.json;
import static io.awaken.builtin.permission.pattern.Calls.matches;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolCallPatternTest {

  @ParameterizedTest(name = "{0} on {1} {2}: {3}")
  @Rows(204)
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          read_file                        | read_file       | {}                            | true
          read_file                        | read_file_2     | {}                            | false
          file_*                           | file_read       | {}                            | true
          mcp__github__*                   | mcp__github__pr | {'n': 1}                      | true
          *                                | whatever        | {'n': 1}                      | true
          *(*)                             | whatever        | {'n': 1}                      | true
          `/mcp__(gh|gl)__.*/`             | mcp__gl__list   | {}                            | true
          `/mcp__(gh|gl)__.*/`             | mcp__bb__list   | {}                            | false
          /read/                           | read_and_delete | {}                            | false
          /a\\/b/                          | a/b             | {}                            | true
          /get_.+/(id = "7")               | get_it          | {'id': 7}                     | true
          Bash(npm *)                      | Bash            | {'command': 'npm test'}       | true
          Bash(npm *)                      | Bash            | {'command': 'rm -rf /'}       | false
          Bash( npm * )                    | Bash            | {'command': 'npm test'}       | true
          Bash("npm *")                    | Bash            | {'command': 'npm test'}       | true
          Bash(echo (*))                   | Bash            | {'command': 'echo (a)'}       | true
          Bash("a = b*")                   | Bash            | {'command': 'a = b'}          | true
          Bash(*)                          | Bash            | {}                            | true
          Edit(file_path ~ "src/**")       | Edit            | {'file_path': 'src/a/B.java'} | true
          Edit(file_path ~ 'src/**')       | Edit            | {'file_path': 'etc/passwd'}   | false
          Bash(command =~ "(?i)rm")        | Bash            | {'command': 'sudo RM -rf'}    | true
          Bash(command =~ "(?i)rm")        | Bash            | {'command': 'ls'}             | false
          Edit(a = "1", b = "2")           | Edit            | {'a': 1, 'b': 2}              | true
          Edit(a = "1", b = "2")           | Edit            | {'a': 1, 'b': 3}              | false
          T(a.b[*].c = "x")                | T               | {'a': {'b': [{'c': 'x'}]}}    | true
          T(a.b[*].c = "x")                | T               | {'a': {'b': [{'c': 'y'}]}}    | false
          T(a[1] = "y")                    | T               | {'a': ['x', 'y']}             | true
          T(a["odd name"] = "y")           | T               | {'a': {'odd name': 'y'}}      | true
          T(a = "say \\"hi\\"")            | T               | {'a': 'say \\"hi\\"'}         | true
          T(a = "C:\\\\x")                 | T               | {'a': 'C:\\\\x'}              | true
          T(a ~ "\\**")                    | T               | {'a': '*b'}                   | true
          """)
  void aPatternNamesToolsAndTheirArguments(
      String pattern, String tool, String arguments, boolean matches) {
    assertThat(matches(pattern, tool, arguments, Reading.PERMITTING)).isEqualTo(matches);
  }

  @ParameterizedTest(name = "v {0} on {1}: {2}")
  @Rows(205)
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          ~   "ab*"  | abc | true
          ~   "ab*"  | xab | false
          !~  "ab*"  | abc | false
          !~  "ab*"  | xab | true
          =   "ab*"  | abc | false
          =   "ab*"  | ab* | true
          !=  "ab*"  | abc | true
          !=  "ab*"  | ab* | false
          =~  "b+$"  | abb | true
          =~  "b+$"  | bba | false
          !=~ "b+$"  | abb | false
          !=~ "b+$"  | bba | true
          """)
  void eachOperatorComparesInItsOwnWay(String condition, String value, boolean matches) {
    assertThat(matches("T(v " + condition + ")", "T", "{'v': '" + value + "'}", Reading.PERMITTING))
        .isEqualTo(matches);
  }

  @ParameterizedTest(name = "{0} on {1}: {2} {3}")
  @Rows(206)
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          T(p ~ "src/*")            | {}                                   | false | false
          T(p ~ "src/*")            | {'p': null}                          | false | false
          T(p !~ "src/*")           | {}                                   | false | true
          T(p != "x")               | {'q': 1}                             | false | true
          T(p !=~ "x")              | {}                                   | false | true
          T(p? ~ "src/*")           | {}                                   | true  | true
          T(p? !~ "src/*")          | {}                                   | true  | true
          T(p? !~ "src/*")          | {'p': 'src/a'}                       | false | false
          T(p ~ "*", p !~ "src/*")  | {}                                   | false | false
          T(p[*] ~ "src/*")         | {'p': ['src/a', 'src/b']}            | true  | true
          T(p[*] ~ "src/*")         | {'p': ['src/a', 'etc']}              | false | true
          T(p[*] ~ "src/*")         | {'p': ['etc', 'tmp']}                | false | false
          T(p[*] !~ "src/*")        | {'p': ['src/a', 'etc']}              | false | true
          T(p[*].x ~ "src/*")       | {'p': [{'x': 'src/a'}, {}]}          | false | true
          T(p[*] ~ "src/*")         | {'p': []}                            | false | false
          T(p ~ "{*}")              | {'p': {'a': 1}}                      | true  | true
          T(p = "true")             | {'p': true}                          | true  | true
          T(*npm*)                  | {'a': 'npm', 'b': 1}                 | true  | true
          T(npm *)                  | {'a': 'npm i', 'b': 1}               | false | true
          T(npm *)                  | {'a': 'npm i'}                       | true  | true
          T(npm *)                  | 'npm i'                              | true  | true
          """)
  void whatACallLeavesOpenIsReadTowardsTheSafeSide(
      String pattern, String arguments, boolean permitting, boolean restricting) {
    assertThat(matches(pattern, "T", arguments, Reading.PERMITTING)).isEqualTo(permitting);
    assertThat(matches(pattern, "T", arguments, Reading.RESTRICTING)).isEqualTo(restricting);
  }

  @ParameterizedTest(name = "{1} is {0}")
  @Rows(206)
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          1000        | 1000
          1000        | 1000.0
          1000        | 1e3
          10000000000 | 1E10
          -20         | -2.0e1
          0           | -0.0
          1.5         | 1.50
          0.0000001   | 1e-7
          [1000,{"a":0.5,"b\\"":[],"c":{}}] | [1e3,{'a':5e-1,'b\\"':[],'c':{}}]
          "Infinity"  | 1e999
          """)
  void aNumberMatchesHoweverItIsWritten(String text, String written) {
    String pattern = "T(v = '%s')".formatted(text.replace("\\", "\\\\"));
    for (Reading reading : Reading.values()) {
      assertThat(matches(pattern, "T", "{'v': " + written + "}", reading)).isTrue();
    }
  }

  @Test
  @Rows(206)
  void theDeclaredPrimaryArgumentCountsWhateverElseTheCallHas() {
    var tool = new ToolDescriptor("Bash", null, "d", json("{'type': 'object'}"), null, "command");
    var call = CallSubject.of(tool, json("{'timeout': 5, 'command': 'npm test'}"));
    assertThat(ToolCallPattern.parse("Bash(npm *)").matches(call, Reading.PERMITTING)).isTrue();
    assertThat(ToolCallPattern.parse("Bash(5)").matches(call, Reading.RESTRICTING)).isFalse();
  }

  @Test
  @Rows(206)
  void theOnlyArgumentOfAToolIsItsPrimaryOne() {
    var schema = json("{'type': 'object', 'properties': {'command': {'type': 'string'}}}");
    var tool = new ToolDescriptor("Bash", null, "d", schema, null);
    var call = CallSubject.of(tool, json("{'command': 'npm test', 'smuggled': 1}"));
    assertThat(ToolCallPattern.parse("Bash(npm *)").matches(call, Reading.PERMITTING)).isTrue();
  }

  @Test
  @Rows(206)
  void aTextTooLongForItsRegularExpressionIsDeniedAndNotAllowed() {
    var pattern = ToolCallPattern.parse("T(v =~ \"^(a{1,30}b?){1,10}$\")");
    var call = CallSubject.of("T", json("{'v': '" + "a".repeat(1_000_000) + "'}"));
    assertThat(pattern.matches(call, Reading.PERMITTING)).isFalse();
    assertThat(pattern.matches(call, Reading.RESTRICTING)).isTrue();
  }

  @Test
  @Rows(207)
  void patternsAreOrderedByHowNarrowTheyAre() {
    List<String> widestFirst =
        List.of(
            "*",
            "*(a = \"1\")",
            "/T.*/",
            "/T.*/(x)",
            "T*",
            "T*(*)",
            "T*(a !~ \"x\")",
            "T",
            "T(*)",
            "T(a != \"1\")",
            "T(a =~ \"1\")",
            "T(a ~ \"1*\")",
            "T(a = \"1\")",
            "T(a = \"1\", b != \"1\")",
            "T(a = \"1\", b = \"1\")");
    assertThat(widestFirst.stream().map(text -> ToolCallPattern.parse(text).specificity()))
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  @Rows(211)
  void aPatternReportsWhetherItTestsArguments() {
    assertThat(List.of("T", "*", "T(*)", "T(\"*\")", "/T/"))
        .allMatch(text -> ToolCallPattern.parse(text).unconditional());
    assertThat(List.of("T(a)", "T(a ~ \"*\")", "/T/(a? = \"\")"))
        .noneMatch(text -> ToolCallPattern.parse(text).unconditional());
    assertThat(ToolCallPattern.parse("T*(a)").matchesName("T1")).isTrue();
  }
}
