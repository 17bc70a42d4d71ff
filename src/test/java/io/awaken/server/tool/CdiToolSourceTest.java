package io.awaken.server.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ClientAbility;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.fixture.Rows;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.Singleton;
import jakarta.ejb.Stateless;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which beans may have tools; a container stands behind {@code ToolBeansIT}. */
class CdiToolSourceTest {

  @Stateless
  public static class GuardedSession {
    @AgentTool(description = "d")
    @RolesAllowed("clerk")
    public String refund() {
      return "";
    }
  }

  @Singleton
  @RolesAllowed("clerk")
  public static class GuardedSingleton {
    @AgentTool(description = "d")
    public String close() {
      return "";
    }

    @AgentTool(description = "d")
    @PermitAll
    public String look() {
      return "";
    }
  }

  public static class GuardedBean {
    @AgentTool(description = "d")
    @RolesAllowed("clerk")
    public String order() {
      return "";
    }
  }

  @Test
  void aSessionBeanWithRolesIsRefusedAtStartByItsName() {
    String why = " is on a session bean with role annotations, which refuse every call outside a";

    assertThatThrownBy(() -> source(GuardedSession.class, GuardedSingleton.class).tools())
        .isInstanceOf(ToolDefinitionException.class)
        .hasMessageContaining("GuardedSession.refund" + why)
        .hasMessageContaining("GuardedSingleton.close" + why)
        .hasMessageNotContaining("GuardedSingleton.look");
  }

  @Test
  void otherBeansMayHaveToolsWithRoles() {
    assertThat(source(GuardedBean.class).tools())
        .extracting(tool -> tool.descriptor().id())
        .containsExactly("order");
  }

  public static class WrittenSchemas {
    @AgentTool(
        description = "d",
        schema =
            """
            {"type": "object", "properties": {"phone": {"type": "string"}, "mail": {}},
             "anyOf": [{"required": ["phone"]}, {"required": ["mail"]}]}
            """,
        clientAbilities = ClientAbility.SAMPLING)
    public String call(Optional<String> phone, Optional<String> mail, ToolCallContext context) {
      return "";
    }
  }

  public static class OtherSchemas {
    @AgentTool(description = "d", schema = "{\"type\": \"object\", \"properties\": {\"a\": {}}}")
    public String other(String b) {
      return "";
    }

    @AgentTool(description = "d", schema = "{")
    public String broken(String b) {
      return "";
    }

    @AgentTool(description = "d", schema = "{\"properties\": {\"b\": {}}}")
    public String plain(String b) {
      return "";
    }
  }

  @Test
  @Rows(1266)
  void aHandWrittenSchemaIsUsedUnchanged() {
    Tool tool = source(WrittenSchemas.class).tools().getFirst();

    assertThat(tool.descriptor().parameters().path("anyOf")).hasSize(2);
    assertThat(tool.descriptor().parameters().has("additionalProperties")).isFalse();
    assertThat(tool.clientAbilities()).containsExactly(ClientAbility.SAMPLING);
  }

  @Test
  @Rows(1266)
  void aSchemaThatContradictsItsMethodIsRefusedAtStart() {
    assertThatThrownBy(() -> source(OtherSchemas.class).tools())
        .isInstanceOf(ToolDefinitionException.class)
        .hasMessageContaining(
            "OtherSchemas.other has a schema of the properties [a]; it must be of type object, and"
                + " of its parameters [b]")
        .hasMessageContaining("OtherSchemas.broken has an invalid JSON schema")
        .hasMessageContaining("OtherSchemas.plain has a schema of the properties [b]");
  }

  private static CdiToolSource source(Class<?>... types) {
    Set<Bean<?>> beans =
        Arrays.stream(types).<Bean<?>>map(CdiToolSourceTest::bean).collect(Collectors.toSet());
    var manager = answering(BeanManager.class, Map.of("getBeans", beans));
    return new CdiToolSource(
        manager,
        CdiToolSourceTest.class.getClassLoader(),
        new OpenTransactionTest.OneTransaction());
  }

  private static Bean<?> bean(Class<?> type) {
    return answering(Bean.class, Map.of("getBeanClass", type, "getTypes", Set.of(type)));
  }

  /** The container's reference. */
  private static <T> T answering(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "hashCode" -> System.identityHashCode(self);
                  case "equals" -> self == arguments[0];
                  default -> answers.get(method.getName());
                }));
  }
}
