package io.awaken.server.tool;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.tool.ClientAbility;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolException;
import io.awaken.core.tool.ToolOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * A method of a bean as a tool: checks the caller, binds the arguments, calls, reads the answer.
 */
final class BeanTool implements Tool {

  private final ToolMethod method;
  private final ToolBean bean;
  private final ToolDescriptor descriptor;
  private final ToolRoles roles;
  private final ThreadTransaction transaction;

  BeanTool(
      ToolMethod method, ToolBean bean, ArgumentSchemas schemas, ThreadTransaction transaction) {
    this.method = method;
    this.bean = bean;
    this.transaction = transaction;
    this.descriptor = method.descriptor(schemas);
    this.roles = ToolRoles.of(method.method());
    // Required for a public method of a package-private class.
    method.called().trySetAccessible();
  }

  @Override
  public ToolDescriptor descriptor() {
    return descriptor;
  }

  ToolRoles roles() {
    return roles;
  }

  @Override
  public RetryClass retryClass() {
    return method.retryClass();
  }

  @Override
  public boolean transactional() {
    return method.annotation().transactional();
  }

  @Override
  public Optional<Duration> timeLimit() {
    return method.timeLimit();
  }

  @Override
  public boolean inline() {
    return method.annotation().inline();
  }

  @Override
  public Set<ClientAbility> clientAbilities() {
    return Set.of(method.annotation().clientAbilities());
  }

  /** Checks roles again: {@link ToolRolesPlugin} covers only runs. */
  @Override
  public ToolOutput execute(JsonNode arguments, ToolCallContext context)
      throws ToolException, InterruptedException {
    roles.check(method.id(), context.caller());
    Object[] values = bind(arguments, context);
    return call(values, context);
  }

  private Object[] bind(JsonNode arguments, ToolCallContext context) throws ToolException {
    Object[] values = new Object[method.parameters().size()];
    for (int i = 0; i < values.length; i++) {
      ToolParameter parameter = method.parameters().get(i);
      values[i] = parameter.isContext() ? context : value(parameter, arguments);
    }
    return values;
  }

  private static Object value(ToolParameter parameter, JsonNode arguments) throws ToolException {
    JsonNode argument = arguments.path(parameter.name());
    boolean absent = argument.isMissingNode() || argument.isNull();
    if (parameter.optional()) {
      return absent ? Optional.empty() : Optional.of(read(parameter, argument));
    }
    if (absent) {
      throw new ToolException(
          ToolException.Kind.INVALID_ARGUMENTS, parameter.name() + " is required");
    }
    return read(parameter, argument);
  }

  private static Object read(ToolParameter parameter, JsonNode argument) throws ToolException {
    try {
      return ToolJson.MAPPER.readerFor(parameter.javaType()).readValue(argument);
    } catch (JsonMappingException e) {
      throw unreadable(parameter, e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw unreadable(parameter, "cannot be read", e);
    }
  }

  /** The first line has the expected type; the others name our classes. */
  private static ToolException unreadable(
      ToolParameter parameter, String reason, IOException cause) {
    return new ToolException(
        ToolException.Kind.INVALID_ARGUMENTS,
        parameter.name() + ": " + reason.lines().findFirst().orElse("cannot be read"),
        cause);
  }

  /** The answer is read while the lease is open, since it may refer to request-scoped objects. */
  private ToolOutput call(Object[] values, ToolCallContext context)
      throws ToolException, InterruptedException {
    try (ToolBean.Lease lease = bean.open();
        CallTransactions watched = new CallTransactions(transaction, context)) {
      return ToolAnswer.of(method.id(), method.called().invoke(lease.reference(), values));
    } catch (ReflectiveOperationException | RuntimeException | Error e) {
      throw ToolFailure.of(e, context);
    }
  }
}
