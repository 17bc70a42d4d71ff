package io.awaken.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.WrittenDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every client of {@code src-it/interop} goes through every flow, or says why it cannot, and {@code
 * docs/evidence/interop.md} is made of that: run with {@code -Dawaken.docs.update=true} to write it
 * anew. A test that goes through a flow has the comment {@code // Flow: name} above it; {@code //
 * No flow: name: reason} says why none does.
 */
class InteropReferenceTest {

  private static final WrittenDocument DOCUMENT =
      new WrittenDocument(Path.of("docs", "evidence", "interop.md"));
  private static final Path CLIENTS = Path.of("src-it", "interop");

  private static final Pattern MARK =
      Pattern.compile("(?m)^\\s*// (Flow|No flow): ([^:\\n]+)(?:: (.+))?$");

  private static final Pattern NOT_OURS = Pattern.compile("node_modules|generated");

  private static final String HEAD =
      """
      # Clients and flows

      The flows that published clients go through in the tests, against the archive as built on
      Payara Micro. Each "yes" links to the test. `mvn verify -Pinterop` runs them, those of the chat
      page in a browser. Every night a React page with CopilotKit's `useAgent` (`react-core` %s) runs
      in a browser, too: streaming, a front-end tool, and [shared state](../ag-ui.md#shared-state) both
      ways, directly and through CopilotKit's runtime
      ([tests](../../src-it/interop/copilotkit-page/use-agent.test.mjs)). Written by
      `InteropReferenceTest`.

      The SDKs of A2A 1.0 for JavaScript and Python ([programs](../../src-it/interop/a2a)) are clients
      of the server, in both bindings, with questions, streams and push notifications, and servers
      whose agents it runs; `a2a-proof` runs a contract every night. Clients and servers of MCP, and the
      conformance suites: [mcp.md](mcp.md).

      """;

  /** What a user does; each name with what happens. */
  private static final Map<String, String> FLOWS = new LinkedHashMap<>();

  static {
    FLOWS.put("plain", "a message is answered, and the next one, too");
    FLOWS.put("multi-step tools", "the model calls a tool and answers with its result");
    FLOWS.put("parallel tools", "the model calls two tools at once");
    FLOWS.put("reasoning", "the model thinks before it answers");
    FLOWS.put("approval granted", "a call waits for a person, who allows it");
    FLOWS.put("approval denied", "a person refuses the call, with a reason that the model reads");
    FLOWS.put("approval edited", "a person allows the call with other arguments");
    FLOWS.put("client-side tool", "the client executes the call and sends its result");
    FLOWS.put("file", "a file goes along with the message");
    FLOWS.put("regenerate", "the user asks for another answer, which replaces the earlier one");
    FLOWS.put("edit", "the user changes a message; what followed it is superseded");
    FLOWS.put("error", "the run fails in the midst of its answer");
    FLOWS.put("cancel", "the answer is stopped while it comes");
    FLOWS.put("reload during streaming", "the client starts anew in the midst of an answer");
    FLOWS.put("reload while suspended", "the client starts anew while a call waits for a person");
    FLOWS.put("server restart during streaming", "the server is killed in the midst of an answer");
    FLOWS.put("second tab", "two clients have the same conversation open");
    FLOWS.put("shared state", "the client and the agent change values that both see");
    FLOWS.put("instructions", "the client instructs the model, if the agent allows it");
  }

  /**
   * @param folder its tests
   * @param packages those of its package file whose versions are told
   */
  private record Client(String title, String folder, List<String> packages) {

    String head() throws IOException {
      JsonNode file =
          new ObjectMapper().readTree(CLIENTS.resolve(folder).resolve("package.json").toFile());
      String versions =
          packages.stream()
              .map(name -> file.get("dependencies").get(name).asText())
              .map(version -> version.substring(version.lastIndexOf('@') + 1))
              .collect(Collectors.joining(", "));
      return (title + " " + versions).strip();
    }
  }

  private static final List<Client> COLUMNS =
      List.of(
          new Client("[AI SDK](../ai-sdk.md)", "ai-sdk", List.of("ai-6", "ai-7")),
          new Client("[AG-UI](../ag-ui.md)", "ag-ui", List.of("ag-ui-client", "ag-ui-client-0")),
          new Client("[CopilotKit](../ag-ui.md)", "copilotkit", List.of("@copilotkit/core")),
          new Client("[chat page](../page.md)", "page", List.of()),
          new Client("generated from `/openapi`", "openapi", List.of()));

  /** Its tests are for what only a page shows; {@code copilotkit} goes through the flows. */
  private static final Client PAGE =
      new Client("", "copilotkit-page", List.of("@copilotkit/react-core"));

  /**
   * What the tests of a client say about a flow.
   *
   * @param file that has the test
   * @param reason why there is none; null where there is one
   */
  private record Mark(Path file, String reason) {}

  private static final Map<Client, Map<String, List<Mark>>> MARKS = new LinkedHashMap<>();

  @BeforeAll
  static void readSources() throws IOException {
    for (Client client : COLUMNS) {
      MARKS.put(client, marks(CLIENTS.resolve(client.folder())));
    }
  }

  private static Map<String, List<Mark>> marks(Path folder) throws IOException {
    var marks = new TreeMap<String, List<Mark>>();
    for (Path file : sources(folder)) {
      Matcher mark = MARK.matcher(Files.readString(file));
      while (mark.find()) {
        boolean none = mark.group(1).equals("No flow");
        assertThat(mark.group(3) != null).as("%s: %s", file, mark.group()).isEqualTo(none);
        marks
            .computeIfAbsent(mark.group(2), flow -> new ArrayList<>())
            .add(new Mark(file, mark.group(3)));
      }
    }
    return marks;
  }

  private static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> files =
        Files.find(
            folder,
            2,
            (file, is) -> is.isRegularFile() && file.toString().matches(".*\\.(mjs|js|ts)"))) {
      return files.filter(file -> !NOT_OURS.matcher(file.toString()).find()).sorted().toList();
    }
  }

  @Test
  void theDocumentIsWhatTheTestsSay() throws IOException {
    DOCUMENT.assertIs(document());
  }

  @Test
  void everyClientHasATestOfEveryFlowOrAReason() {
    MARKS.forEach(
        (client, marks) -> {
          assertThat(marks.keySet()).as(client.folder()).isEqualTo(new TreeSet<>(FLOWS.keySet()));
          assertThat(marks).as(client.folder()).allSatisfy(InteropReferenceTest::assertDecided);
        });
  }

  private static void assertDecided(String flow, List<Mark> marks) {
    assertThat(marks.stream().map(mark -> mark.reason() == null).distinct())
        .as("%s has tests, or one reason", flow)
        .hasSize(1);
  }

  private static String document() throws IOException {
    var reasons = new ArrayList<String>();
    var text = new StringBuilder(HEAD.formatted(PAGE.head())).append("| flow | what happens |");
    for (Client client : COLUMNS) {
      text.append(' ').append(client.head()).append(" |");
    }
    text.append("\n|---|---|").append("---|".repeat(COLUMNS.size())).append('\n');
    FLOWS.forEach(
        (flow, what) -> {
          text.append("| %s | %s |".formatted(flow, what));
          COLUMNS.forEach(client -> text.append(" %s |".formatted(cell(client, flow, reasons))));
          text.append('\n');
        });
    text.append('\n');
    for (int i = 0; i < reasons.size(); i++) {
      text.append("%d. %s\n".formatted(i + 1, reasons.get(i)));
    }
    return text.toString();
  }

  /** A reason becomes a numbered one below the table, once. */
  private static String cell(Client client, String flow, List<String> reasons) {
    List<Mark> marks = MARKS.get(client).getOrDefault(flow, List.of());
    if (marks.isEmpty()) {
      return "?";
    }
    Mark first = marks.getFirst();
    if (first.reason() == null) {
      return "[yes](../../%s)".formatted(first.file().toString().replace('\\', '/'));
    }
    if (!reasons.contains(first.reason())) {
      reasons.add(first.reason());
    }
    return "no (%d)".formatted(reasons.indexOf(first.reason()) + 1);
  }
}
