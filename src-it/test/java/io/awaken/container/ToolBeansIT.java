package io.awaken.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.example.shop.AuditTrail;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolException;
import io.awaken.server.tool.CdiToolSource;
import io.awaken.server.tool.ThreadTransaction;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Runs inside the server and calls tools on bare virtual threads, like the threads of runs. */
class ToolBeansIT extends InContainerTest {

  @Inject private BeanManager manager;
  @Inject private AuditTrail trail;
  @Inject private ThreadTransaction transaction;

  @Test
  void toolsOfManagedAndSessionBeansAreFound() {
    assertTrue(tools().keySet().containsAll(Set.of("order_status", "add", "scopes")));
  }

  @Test
  void aCallPassesTheInterceptorsOfTheBean() throws Exception {
    int before = trail.calls().size();

    JsonNode data = onRunThread(call("order_status", "orderId", "A-1001"));

    assertEquals("shipped", data.path("state").asText());
    assertEquals(before + 1, trail.calls().size());
  }

  @Test
  void beanValidationConstraintsAreInTheSchemaAndCheckedAtTheCall() {
    Tool tool = tools().get("order_status");
    assertEquals(
        "^(?:[A-Z]-\\d{4})$",
        tool.descriptor().parameters().at("/properties/orderId/pattern").asText());

    var failure =
        assertThrows(
            ExecutionException.class, () -> onRunThread(call("order_status", "orderId", "nope")));

    assertEquals(ToolException.Kind.INVALID_ARGUMENTS, ((ToolException) failure.getCause()).kind());
  }

  @Test
  void aSessionBeanIsCalledInItsOwnTransaction() throws Exception {
    assertTrue(onRunThread(call("add", "number", "4")).path("transaction").booleanValue());
  }

  @Test
  void eachCallHasItsOwnRequestScopeAndDependentBeansEndWithIt() throws Exception {
    JsonNode first = onRunThread(call("scopes", "number", "1"));
    JsonNode second = onRunThread(call("scopes", "number", "2"));

    assertFalse(first.path("request").asText().equals(second.path("request").asText()));
    assertEquals(first.path("ended").intValue() + 1, second.path("ended").intValue());
    assertTrue(second.path("loader").booleanValue());
  }

  private Map<String, Tool> tools() {
    return new CdiToolSource(manager, ToolBeans.class.getClassLoader(), transaction)
        .tools().stream()
            .collect(Collectors.toMap(tool -> tool.descriptor().id(), Function.identity()));
  }

  private Callable<JsonNode> call(String tool, String argument, String value) {
    Tool found = tools().get(tool);
    assertNotNull(found);
    var run = new RunIdentity(new ThreadId("t"), new RunId("r"), null, "a", Caller.ANONYMOUS);
    var context =
        new ToolCallContext("c", tool, run, AgentSpec.of("a", "m"), "k", new CancellationToken());
    return () ->
        found
            .execute(JsonNodeFactory.instance.objectNode().put(argument, value), context)
            .result()
            .data();
  }

  private static <T> T onRunThread(Callable<T> call) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      return threads.submit(call).get();
    }
  }
}
