package io.awaken.container;

import java.lang.reflect.Method;
import java.util.Comparator;
import org.jboss.arquillian.container.test.api.Deployment;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/**
 * Brings together the test classes that inherit the same archive, before all others, whose order
 * stays as it is. Set in {@code junit-platform.properties}.
 */
public final class ByArchive implements ClassOrderer {

  @Override
  public void orderClasses(ClassOrdererContext context) {
    context
        .getClassDescriptors()
        .sort(Comparator.comparing(descriptor -> archive(descriptor.getTestClass())));
  }

  private static String archive(Class<?> test) {
    Method method = inherited(test);
    return method == null ? "~" : method.getDeclaringClass().getName();
  }

  /** The method that makes the archive of a test class and of others; null when there is none. */
  static Method inherited(Class<?> test) {
    for (Class<?> type = test.getSuperclass(); type != null; type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        if (method.isAnnotationPresent(Deployment.class)) {
          return method;
        }
      }
    }
    return null;
  }
}
