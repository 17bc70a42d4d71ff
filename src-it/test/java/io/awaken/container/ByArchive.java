package io.awaken.container;

import java.lang.reflect.Method;
import java.util.Comparator;
import org.jboss.arquillian.container.test.api.Deployment;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/**
 * Runs test classes that inherit the same archive one after the other, before all others, which
 * keep their order. Deployments with the same name have the same archive. Set in {@code
 * junit-platform.properties}.
 */
public final class ByArchive implements ClassOrderer {

  /** Arquillian's name of a deployment that has none. */
  private static final String UNNAMED = "_DEFAULT_";

  @Override
  public void orderClasses(ClassOrdererContext context) {
    context
        .getClassDescriptors()
        .sort(Comparator.comparing(descriptor -> orLast(inherited(descriptor.getTestClass()))));
  }

  private static String orLast(String archive) {
    return archive == null ? "~" : archive;
  }

  /** Names the archive of several test classes; null if the class does not inherit one. */
  static String inherited(Class<?> test) {
    for (Class<?> type = test.getSuperclass(); type != null; type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        Deployment deployment = method.getAnnotation(Deployment.class);
        if (deployment != null) {
          return deployment.name().equals(UNNAMED) ? type.getName() : deployment.name();
        }
      }
    }
    return null;
  }
}
