package io.awaken.container;

import java.lang.reflect.Method;
import java.util.Comparator;
import org.jboss.arquillian.container.test.api.Deployment;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/**
 * Runs test classes that inherit the same archive one after the other, before all others, which
 * keep their order. Set in {@code junit-platform.properties}.
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

  /**
   * The method that creates the archive of several test classes; null if the class does not inherit
   * one.
   */
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
