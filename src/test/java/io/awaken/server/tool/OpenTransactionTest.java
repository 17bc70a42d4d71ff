package io.awaken.server.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolException;
import org.junit.jupiter.api.Test;

/** Tools that start a transaction on the thread of their run. */
class OpenTransactionTest {

  private final OneTransaction transaction = new OneTransaction();

  static final class OneTransaction implements ThreadTransaction {
    private boolean open;

    @Override
    public boolean active() {
      return open;
    }

    @Override
    public void rollback() {
      open = false;
    }
  }

  @SuppressWarnings("unused")
  public static final class Tools {
    private final OneTransaction transaction;

    Tools(OneTransaction transaction) {
      this.transaction = transaction;
    }

    @AgentTool(description = "d")
    public String forgets() {
      transaction.open = true;
      return "written";
    }

    @AgentTool(description = "d")
    public String forgetsAndThrows() throws ToolException {
      transaction.open = true;
      throw new ToolException(ToolException.Kind.NOT_FOUND, "no such order");
    }

    @AgentTool(description = "d")
    public String leavesAlone() {
      return "done";
    }
  }

  @Test
  void aTransactionThatAToolLeavesOpenIsRolledBackAndTheCallFails() {
    assertThatThrownBy(() -> call("forgets"))
        .isInstanceOfSatisfying(
            ToolException.class,
            e -> assertThat(e.kind()).isEqualTo(ToolException.Kind.EXECUTION_FAILED))
        .hasMessage("the tool left a transaction open; what it wrote in it was rolled back");
    assertThat(transaction.active()).isFalse();
  }

  @Test
  void aToolThatFailsWithATransactionOpenIsRolledBackAndItsFailureReachesTheModel() {
    assertThatThrownBy(() -> call("forgetsAndThrows")).hasMessage("no such order");
    assertThat(transaction.active()).isFalse();
  }

  @Test
  void aTransactionOfTheCallerIsLeftToTheCaller() throws Exception {
    transaction.open = true;
    call("leavesAlone");
    assertThat(transaction.active()).isTrue();
  }

  private void call(String name) throws Exception {
    var method = ToolMethod.of(Tools.class.getMethod(name));
    var tools = new Tools(transaction);
    var tool = new BeanTool(method, () -> lease(tools), new ArgumentSchemas(), transaction);
    var run = new RunIdentity(new ThreadId("t"), new RunId("r"), null, "a", Caller.ANONYMOUS);
    var context =
        new ToolCallContext("c", name, run, AgentSpec.of("a", "m"), "k", new CancellationToken());
    tool.execute(JsonNodeFactory.instance.objectNode(), context);
  }

  private static ToolBean.Lease lease(Tools tools) {
    return new ToolBean.Lease() {
      @Override
      public Object reference() {
        return tools;
      }

      @Override
      public void close() {}
    };
  }
}
