package io.awaken.server.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolException;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.EJBException;
import jakarta.validation.ConstraintViolationException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BeanToolTest {

  record Line(String article, int pieces) {}

  @SuppressWarnings("unused")
  public static class Samples {
    @AgentTool(description = "d")
    public String greet(String name, Optional<String> title) {
      return "Hello " + title.map(t -> t + " ").orElse("") + name;
    }

    @AgentTool(name = "order", description = "d", category = "shop", primaryArgument = "day")
    public Map<String, Object> place(List<Line> lines, LocalDate day, BigDecimal limit) {
      return Map.of("pieces", lines.getFirst().pieces(), "day", day.plusDays(1), "limit", limit);
    }

    @AgentTool(description = "d")
    public void nothing() {}

    @AgentTool(description = "d")
    public String whoAmI(ToolCallContext context) {
      return context.callId() + " for " + context.caller().subject();
    }

    @AgentTool(description = "d")
    public ToolResult own() {
      return ToolResult.error("own", "no");
    }

    @AgentTool(description = "d")
    public ContentBlock picture() {
      return MediaKind.IMAGE.of("image/png", new byte[] {1, 2}, "p.png");
    }

    @AgentTool(description = "d")
    public List<ContentBlock> page() {
      return List.of(new ContentBlock.Text("Look:"), picture());
    }

    @AgentTool(description = "d")
    public String large(int characters) {
      return "x".repeat(characters);
    }

    @AgentTool(description = "d")
    public Object cyclic() {
      var list = new ArrayList<Object>();
      list.add(list);
      return list;
    }

    @AgentTool(description = "d")
    public String fails(String how) throws Exception {
      throw switch (how) {
        case "tool" -> new ToolException(ToolException.Kind.NOT_FOUND, "no such order");
        case "interrupted" -> new InterruptedException();
        case "cancelled" -> new RunCancelled(CancellationToken.Reason.REQUESTED);
        case "wrapped" -> new EJBException(new IllegalStateException("closed today"));
        case "silent" -> new IllegalStateException();
        case "long" -> new IllegalStateException("x".repeat(10_000));
        case "invalid" -> new ConstraintViolationException(Set.of());
        default -> throw new StackOverflowError("deep");
      };
    }

    @AgentTool(description = "d")
    @RolesAllowed({"clerk", "boss"})
    public String clerks() {
      return "done";
    }

    @AgentTool(description = "d")
    @DenyAll
    public String nobody() {
      return "done";
    }
  }

  @RolesAllowed("boss")
  public static class Restricted {
    @AgentTool(description = "d")
    public String bosses() {
      return "done";
    }

    @AgentTool(description = "d")
    @PermitAll
    public String everybody() {
      return "done";
    }
  }

  @SuppressWarnings("unused")
  static class Refused {
    @AgentTool(description = "d")
    String hidden() {
      return "";
    }

    @AgentTool(description = "d")
    public static String unbound() {
      return "";
    }

    @AgentTool(description = "d")
    public CompletableFuture<String> later() {
      return null;
    }

    @AgentTool(description = " ")
    public String unexplained() {
      return "";
    }

    @AgentTool(description = "d", primaryArgument = "day")
    public String misled(ToolCallContext day, String date) {
      return date;
    }
  }

  private final List<String> leases = new ArrayList<>();

  @Test
  void argumentsAreBoundToTheirTypesAndTheAnswerIsJson() throws Exception {
    var answer =
        call(
            "place",
            """
            {"lines": [{"article": "a", "pieces": 2}], "day": "2026-02-28", "limit": 1.50}\
            """);

    assertThat(answer.toolName()).isEqualTo("order");
    assertThat(answer.data().path("pieces").intValue()).isEqualTo(2);
    assertThat(answer.data().path("day").textValue()).isEqualTo("2026-03-01");
    assertThat(answer.data().path("limit").decimalValue()).isEqualByComparingTo("1.5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          greet   | {"name": "Ada"}                   | Hello Ada
          greet   | {"name": "Ada", "title": null}    | Hello Ada
          greet   | {"name": "Ada", "title": "Dr"}    | Hello Dr Ada
          nothing | {}                                | ok
          whoAmI  | {}                                | call-1 for anonymous
          own     | {}                                | {"error":"no"}
          cyclic  | {}                                | {"error":"the result cannot be written as JSON","code":"result_not_json"}
          """)
  void theModelReads(String method, String arguments, String expected) throws Exception {
    assertThat(call(method, arguments).modelText()).isEqualTo(expected);
  }

  @Test
  void theModelGetsBlocksUnchanged() throws Exception {
    ContentBlock picture = new Samples().picture();
    assertThat(call("picture", "{}").modelContent()).containsExactly(picture);
    assertThat(call("page", "{}").modelContent())
        .containsExactly(new ContentBlock.Text("Look:"), picture);
  }

  @Test
  void aResultAboveTheLimitIsAnErrorThatNamesIt() throws Exception {
    assertThat(call("large", "{\"characters\": 262142}").failed()).isFalse();
    assertThat(call("large", "{\"characters\": 262143}").message()).contains("262144 bytes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tool     | NOT_FOUND         | no such order
          wrapped  | EXECUTION_FAILED  | closed today
          silent   | EXECUTION_FAILED  | IllegalStateException
          invalid  | INVALID_ARGUMENTS | ''
          deep     | EXECUTION_FAILED  | deep
          """)
  void anExceptionBecomesAnErrorForTheModel(String how, ToolException.Kind kind, String message) {
    var failure = failure("fails", "{\"how\": \"" + how + "\"}");

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure).hasMessage(message);
    assertThat(leases).containsExactly("open", "close");
  }

  @Test
  void aLongMessageIsCut() {
    assertThat(failure("fails", "{\"how\": \"long\"}").getMessage()).hasSize(503).endsWith("...");
  }

  @ParameterizedTest
  @ValueSource(strings = {"interrupted", "cancelled"})
  void exceptionsThatStopTheRunPass(String how) {
    assertThat(catchThrowable(() -> call("fails", "{\"how\": \"" + how + "\"}")))
        .isInstanceOfAny(InterruptedException.class, RunCancelled.class);
    assertThat(leases).containsExactly("open", "close");
  }

  @Test
  void anArgumentOfTheWrongTypeIsRefusedByName() {
    var failure = failure("place", "{\"lines\": [], \"day\": \"soon\", \"limit\": 1}");

    assertThat(failure.kind()).isEqualTo(ToolException.Kind.INVALID_ARGUMENTS);
    assertThat(failure.getMessage()).startsWith("day: ");
    assertThat(leases).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          clerks    | clerk | true
          clerks    | boss  | true
          clerks    | guest | false
          nobody    | boss  | false
          bosses    | boss  | true
          bosses    | clerk | false
          everybody | guest | true
          """)
  void rolesComeFromTheMethodOrElseItsClass(String method, String role, boolean allowed)
      throws Exception {
    var caller = new Caller("t", "ada", Set.of(role));
    var tool = tool(method);

    if (allowed) {
      assertThat(tool.execute(json("{}"), context(caller)).result().modelText()).isEqualTo("done");
    } else {
      var failure =
          catchThrowableOfType(
              ToolException.class, () -> tool.execute(json("{}"), context(caller)));
      assertThat(failure.kind()).isEqualTo(ToolException.Kind.DENIED);
      assertThat(leases).isEmpty();
    }
  }

  @Test
  void theDescriptorMatchesTheAnnotation() {
    var descriptor = tool("place").descriptor();

    assertThat(descriptor.id()).isEqualTo("order");
    assertThat(descriptor.description()).isEqualTo("d");
    assertThat(descriptor.category()).isEqualTo("shop");
    assertThat(descriptor.primaryArgument()).isEqualTo("day");
    assertThat(tool("greet").descriptor().primaryArgument()).isNull();
    assertThat(descriptor.parameters().path("required"))
        .hasToString("[\"lines\",\"day\",\"limit\"]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          hidden      | is not a public instance method
          unbound     | is not a public instance method
          later       | returns a future; return the value itself, blocking is fine
          unexplained | has a blank description; the model chooses tools by it
          misled      | names the primary argument day, but has no such parameter
          """)
  void aMethodThatCannotBeAToolIsRefusedByNameAndReason(String method, String reason) {
    assertThat(catchThrowable(() -> tool(method)))
        .isInstanceOf(ToolDefinitionException.class)
        .hasMessage("tool method " + Refused.class.getName() + "." + method + " " + reason);
  }

  private ToolException failure(String method, String arguments) {
    return catchThrowableOfType(ToolException.class, () -> call(method, arguments));
  }

  private ToolResult call(String method, String arguments) throws Exception {
    return tool(method).execute(json(arguments), context(Caller.ANONYMOUS)).result();
  }

  private BeanTool tool(String name) {
    var method =
        List.of(Samples.class, Restricted.class, Refused.class).stream()
            .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
            .filter(candidate -> candidate.getName().equals(name))
            .findFirst()
            .orElseThrow();
    Object bean = method.getDeclaringClass() == Samples.class ? new Samples() : new Restricted();
    return new BeanTool(
        ToolMethod.of(method),
        () -> lease(bean),
        new ArgumentSchemas(),
        new OpenTransactionTest.OneTransaction());
  }

  private ToolBean.Lease lease(Object bean) {
    leases.add("open");
    return new ToolBean.Lease() {
      @Override
      public Object reference() {
        return bean;
      }

      @Override
      public void close() {
        leases.add("close");
      }
    };
  }

  private static ToolCallContext context(Caller caller) {
    var run = new RunIdentity(new ThreadId("t"), new RunId("r"), null, "a", caller);
    return new ToolCallContext(
        "call-1", "tool", run, AgentSpec.of("a", "m"), "key", new CancellationToken());
  }

  private static JsonNode json(String text) throws JsonProcessingException {
    return ToolJson.MAPPER.readTree(text);
  }
}
