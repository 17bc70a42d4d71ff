package io.awaken.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.module.jakarta.validation.JakartaValidationModule;
import com.networknt.schema.Schema;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.awaken.core.run.Ids;
import io.awaken.fixture.BesideOthers;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/**
 * A server's Jackson wins over the newer one in the archive. Whatever the archive calls of it must
 * be in the oldest one that a supported server has, {@code jackson.oldest.version} of the POM; the
 * build copies that into {@code target/oldest-jackson}.
 */
@BesideOthers
class OldestJacksonTest {

  private static final Path JARS = Path.of("target/oldest-jackson");

  /** What the oldest server has; the modules for dates and optionals are always ours. */
  private static final Pattern SERVERS =
      Pattern.compile("com\\.fasterxml\\.jackson\\.(annotation|core|databind|dataformat)\\..*");

  /**
   * The project, and the libraries of the archive that call Jackson, each by one of its classes.
   */
  @ParameterizedTest
  @ValueSource(
      classes = {
        Ids.class,
        JavaTimeModule.class,
        Jdk8Module.class,
        Schema.class,
        SchemaGenerator.class,
        JakartaValidationModule.class
      })
  void callsOnlyWhatTheOldestServerHas(Class<?> type) throws IOException {
    assumeTrue(Files.isDirectory(JARS), "the build copies these jars");
    var calls = new TreeSet<String>();
    var missing = new TreeSet<String>();
    try (var oldest = oldest()) {
      for (JavaClass user : new ClassFileImporter().importUrl(location(type))) {
        for (JavaAccess<?> access : user.getAccessesFromSelf()) {
          AccessTarget target = access.getTarget();
          if (SERVERS.matcher(target.getOwner().getFullName()).matches()) {
            calls.add(target.getFullName());
            if (!has(oldest, target)) {
              missing.add(target.getFullName() + ", which " + user.getName() + " uses");
            }
          }
        }
      }
    }
    assertThat(calls).isNotEmpty();
    assertThat(missing).isEmpty();
  }

  private static URL location(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  private static URLClassLoader oldest() throws IOException {
    try (Stream<Path> jars = Files.list(JARS)) {
      Stream<URL> copied = jars.map(OldestJacksonTest::url);
      URL[] urls = Stream.concat(copied, Stream.of(location(Yaml.class))).toArray(URL[]::new);
      return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean has(ClassLoader oldest, AccessTarget target) {
    try {
      return has(Class.forName(target.getOwner().getName(), false, oldest), target);
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Looks through the class and whatever it inherits from, as the virtual machine does. */
  private static boolean has(Class<?> owner, AccessTarget target) {
    var types = new ArrayDeque<Class<?>>(List.of(owner, Object.class));
    while (!types.isEmpty()) {
      Class<?> type = types.pop();
      boolean found =
          target instanceof CodeUnitAccessTarget unit
              ? units(type).anyMatch(one -> matches(one, unit))
              : Arrays.stream(type.getDeclaredFields()).anyMatch(one -> matches(one, target));
      if (found) {
        return true;
      }
      types.addAll(Arrays.asList(type.getInterfaces()));
      if (type.getSuperclass() != null) {
        types.add(type.getSuperclass());
      }
    }
    return false;
  }

  private static Stream<Executable> units(Class<?> type) {
    return Stream.concat(
        Arrays.stream(type.getDeclaredMethods()), Arrays.stream(type.getDeclaredConstructors()));
  }

  private static boolean matches(Field field, AccessTarget target) {
    return field.getName().equals(target.getName());
  }

  private static boolean matches(Executable found, CodeUnitAccessTarget unit) {
    boolean constructor = unit.getName().equals("<init>");
    boolean named =
        constructor ? !(found instanceof Method) : found.getName().equals(unit.getName());
    return named
        && names(found.getParameterTypes()).equals(parameters(unit))
        && (!(found instanceof Method method)
            || method.getReturnType().getName().equals(unit.getRawReturnType().getName()));
  }

  private static List<String> names(Class<?>[] types) {
    return Arrays.stream(types).map(Class::getName).toList();
  }

  private static List<String> parameters(CodeUnitAccessTarget unit) {
    return unit.getRawParameterTypes().stream().map(JavaClass::getName).toList();
  }
}
