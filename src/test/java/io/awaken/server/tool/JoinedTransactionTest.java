package io.awaken.server.tool;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.tool.AgentTool;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactional tool methods, valid and invalid. */
class JoinedTransactionTest {

  @SuppressWarnings("unused")
  public static class Plain {
    @AgentTool(description = "d", transactional = true)
    @Transactional
    public void required() {}

    @AgentTool(description = "d", transactional = true)
    @Transactional(TxType.MANDATORY)
    public void mandatory() {}

    @AgentTool(description = "d", transactional = true)
    @Transactional(TxType.SUPPORTS)
    public void supports() {}

    @AgentTool(description = "d", transactional = true)
    @Transactional(TxType.REQUIRES_NEW)
    public void apart() {}

    @AgentTool(description = "d", transactional = true)
    @Transactional(TxType.NOT_SUPPORTED)
    public void without() {}

    @AgentTool(description = "d", transactional = true)
    @Transactional(TxType.NEVER)
    public void never() {}

    @AgentTool(description = "d", transactional = true)
    public void bare() {}

    @AgentTool(description = "d")
    @Transactional(TxType.REQUIRES_NEW)
    public void notAsking() {}
  }

  @Transactional
  public static class OfTheClass extends Plain {}

  @ParameterizedTest
  @ValueSource(strings = {"required", "mandatory", "supports", "notAsking"})
  void aMethodThatJoinsItsCallsTransactionMayBeTransactional(String method) {
    assertThatCode(() -> check(method, Plain.class, false)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"apart, REQUIRES_NEW", "without, NOT_SUPPORTED", "never, NEVER"})
  void aMethodThatLeavesItsCallsTransactionIsRefused(String method, String type) {
    assertThatThrownBy(() -> check(method, Plain.class, false))
        .isInstanceOf(ToolDefinitionException.class)
        .hasMessage(
            "tool method %s.%s is transactional with @Transactional(%s), which leaves the transaction of the call; it takes REQUIRED, MANDATORY or SUPPORTS"
                .formatted(Plain.class.getName(), method, type));
  }

  @Test
  void theAnnotationOfTheClassCountsWhereTheMethodHasNone() {
    assertThatThrownBy(() -> check("bare", Plain.class, false))
        .hasMessageContaining("is transactional without @Transactional on method or class");
    assertThatCode(() -> check("bare", OfTheClass.class, false)).doesNotThrowAnyException();
    assertThatThrownBy(() -> check("apart", OfTheClass.class, false))
        .hasMessageContaining("REQUIRES_NEW");
  }

  @Test
  void aSessionBeanCannotBeTransactional() {
    assertThatThrownBy(() -> check("required", Plain.class, true))
        .hasMessageContaining("put it on a CDI bean with @Transactional");
  }

  private static void check(String method, Class<?> bean, boolean session)
      throws NoSuchMethodException {
    JoinedTransaction.check(ToolMethod.of(Plain.class.getMethod(method)), bean, session);
  }
}
