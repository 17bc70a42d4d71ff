package io.awaken.core.state.value;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Recreates a record when one of its components was copied; resolved once per class. */
final class RecordCopy {

  private static final ClassValue<RecordCopy> KNOWN =
      new ClassValue<>() {
        @Override
        protected RecordCopy computeValue(Class<?> type) {
          return new RecordCopy(type);
        }
      };

  private final Constructor<?> constructor;
  private final Method[] components;
  private final boolean[] copied;
  private final boolean plain;

  private RecordCopy(Class<?> type) {
    RecordComponent[] declared = type.getRecordComponents();
    components = new Method[declared.length];
    copied = new boolean[declared.length];
    boolean none = true;
    for (int i = 0; i < declared.length; i++) {
      components[i] = declared[i].getAccessor();
      copied[i] = !isPlain(declared[i].getType());
      none &= !copied[i];
    }
    plain = none;
    constructor = plain ? null : constructor(type, declared);
  }

  /** Components that cannot contain a collection are not checked. */
  private static boolean isPlain(Class<?> type) {
    boolean value = type.getPackageName().matches("java\\.(lang|time)");
    return type.isPrimitive() || type.isEnum() || (value && Modifier.isFinal(type.getModifiers()));
  }

  private Constructor<?> constructor(Class<?> type, RecordComponent[] declared) {
    try {
      Constructor<?> canonical =
          type.getDeclaredConstructor(
              Arrays.stream(declared).map(RecordComponent::getType).toArray(Class<?>[]::new));
      canonical.setAccessible(true);
      for (Method component : components) {
        component.setAccessible(true);
      }
      return canonical;
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new IllegalArgumentException(
          type.getName() + " is not open to reflection, so that it cannot be copied", e);
    }
  }

  /** Returns the record itself when no component changed. */
  static Record of(Record value, UnaryOperator<Object> copy) {
    RecordCopy shape = KNOWN.get(value.getClass());
    return shape.plain ? value : shape.copy(value, copy);
  }

  private Record copy(Record value, UnaryOperator<Object> copy) {
    try {
      var arguments = new Object[components.length];
      boolean changed = false;
      for (int i = 0; i < components.length; i++) {
        Object component = components[i].invoke(value);
        arguments[i] = copied[i] ? copy.apply(component) : component;
        changed |= copied[i] && arguments[i] != component;
      }
      return changed ? (Record) constructor.newInstance(arguments) : value;
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(
          value.getClass().getName() + " refuses its own components", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(value.getClass().getName() + " cannot be copied", e);
    }
  }
}
