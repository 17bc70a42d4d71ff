package io.awaken.server.tool;

import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolSource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Stateful;
import jakarta.ejb.Stateless;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the tools among the beans of the application: managed beans and session beans, in the WAR
 * and in its libraries. Read once at start.
 */
public final class CdiToolSource implements ToolSource {

  private final BeanManager manager;
  private final ClassLoader loader;
  private final ThreadTransaction transaction;
  private final ArgumentSchemas schemas = new ArgumentSchemas();

  /**
   * @param loader the application's class loader, set on the thread of every call
   * @param transaction checked around every call: a tool must end its own transactions
   */
  public CdiToolSource(BeanManager manager, ClassLoader loader, ThreadTransaction transaction) {
    this.transaction = transaction;
    this.manager = manager;
    this.loader = loader;
  }

  @Override
  public String name() {
    return "beans";
  }

  /**
   * All tools, in order of their ids.
   *
   * @throws ToolDefinitionException naming every method that cannot be a tool
   */
  @Override
  public List<Tool> tools() {
    var tools = new ArrayList<Tool>();
    var problems = new ArrayList<String>();
    for (Bean<?> bean : manager.getBeans(Object.class, Any.Literal.INSTANCE)) {
      annotated(bean.getBeanClass())
          .forEach(
              method -> {
                try {
                  tool(bean, method).ifPresent(tools::add);
                } catch (ToolDefinitionException e) {
                  problems.addAll(e.problems());
                }
              });
    }
    if (!problems.isEmpty()) {
      throw new ToolDefinitionException(problems);
    }
    tools.sort(Comparator.comparing(tool -> tool.descriptor().id()));
    return List.copyOf(tools);
  }

  /** Methods of the class and those it inherits; including methods that are not public. */
  private static Stream<Method> annotated(Class<?> type) {
    var hidden = new ArrayList<Method>();
    for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
      Arrays.stream(at.getDeclaredMethods())
          .filter(method -> !Modifier.isPublic(method.getModifiers()))
          .forEach(hidden::add);
    }
    return Stream.concat(Arrays.stream(type.getMethods()), hidden.stream())
        .filter(method -> method.isAnnotationPresent(AgentTool.class) && !method.isBridge());
  }

  private Optional<Tool> tool(Bean<?> bean, Method method) {
    ToolMethod tool = ToolMethod.of(method);
    boolean session = isSessionBean(bean.getBeanClass());
    if (session && ToolRoles.restricted(method)) {
      throw ToolMethod.refused(
          method,
          "is on a session bean with role annotations, which refuse every call outside a request;"
              + " put the tool on a CDI bean, where its roles are checked against the run's"
              + " caller");
    }
    JoinedTransaction.check(tool, bean.getBeanClass(), session);
    Optional<Method> called = called(bean, method);
    if (called.isEmpty() && session) {
      throw ToolMethod.refused(method, "is in no local business interface of its session bean");
    }
    // A bean without its class among its types comes from a producer of that class.
    return called.map(
        found ->
            new BeanTool(
                tool.calledBy(found),
                new CdiBean(manager, bean, referenceType(bean, found), loader),
                schemas,
                transaction));
  }

  private static Class<?> referenceType(Bean<?> bean, Method called) {
    return called.getDeclaringClass().isInterface()
            && rawTypes(bean).noneMatch(bean.getBeanClass()::equals)
        ? called.getDeclaringClass()
        : bean.getBeanClass();
  }

  private static Optional<Method> called(Bean<?> bean, Method method) {
    if (rawTypes(bean).anyMatch(bean.getBeanClass()::equals)) {
      return Optional.of(method);
    }
    return rawTypes(bean)
        .filter(Class::isInterface)
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(
            candidate ->
                candidate.getName().equals(method.getName())
                    && Arrays.equals(candidate.getParameterTypes(), method.getParameterTypes()))
        .findFirst();
  }

  private static Stream<Class<?>> rawTypes(Bean<?> bean) {
    return bean.getTypes().stream().<Class<?>>map(CdiToolSource::raw);
  }

  private static Class<?> raw(Type type) {
    return type instanceof ParameterizedType parameterized
        ? (Class<?>) parameterized.getRawType()
        : type instanceof Class<?> plain ? plain : Object.class;
  }

  private static boolean isSessionBean(Class<?> type) {
    return type.isAnnotationPresent(Stateless.class)
        || type.isAnnotationPresent(Stateful.class)
        || type.isAnnotationPresent(Singleton.class);
  }
}
