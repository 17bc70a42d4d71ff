package io.awaken.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import io.awaken.core.outbound.CheckedHttp;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Rows;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManagerFactory;
import jakarta.ws.rs.core.Context;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds the code to {@code docs/architecture.md}; run from the project's directory. */
@BesideOthers
class ArchitectureTest {

  private static final String ROOT = "io.awaken.";
  private static final Path SOURCES = Path.of("src/main/java");
  private static final int MAX_LINES = 500;
  private static final int MAX_FILES = 40;

  private static JavaClasses main;
  private static PackageTable table;

  @BeforeAll
  static void importMainClasses() throws IOException {
    main = ProductClasses.imported();
    table = PackageTable.read(Path.of("docs/architecture.md"));
  }

  @Test
  void everyPackageStandsInTheTable() {
    assertThat(packages()).isNotEmpty().allMatch(table::knows);
  }

  @Test
  @Rows(5)
  void aPackageUsesOnlyWhatTheTableAllows() {
    var breaches = new TreeSet<String>();
    for (JavaClass type : main) {
      String from = room(type);
      type.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass().getBaseComponentType())
          .filter(target -> target.getPackageName().startsWith(ROOT))
          .filter(target -> !room(target).equals(from) && !table.allows(from, room(target)))
          .forEach(target -> breaches.add(from + " uses " + room(target) + ": " + type.getName()));
    }
    assertThat(breaches).isEmpty();
  }

  @Test
  void nothingUsesTheCompositionRoot() {
    assertThat(table.rows().keySet())
        .filteredOn(row -> !row.equals("server"))
        .noneMatch(row -> table.allows(row, "server"));
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.awaken.(**)").should().beFreeOfCycles().check(main);
  }

  @Test
  @Rows({4, 5})
  void theCoreKnowsNoContainerAndNoSql() {
    noClasses()
        .that()
        .resideInAPackage("io.awaken.core..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("jakarta..", "java.sql..", "javax.sql..", "org.hibernate..")
        .check(main);
  }

  @Test
  void theCoreUsesNothingAboveIt() {
    noClasses()
        .that()
        .resideInAPackage("io.awaken.core..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("io.awaken..").and(not(resideInAnyPackage("io.awaken.core.."))))
        .check(main);
  }

  @Test
  void noProtocolUsesTheNativeApi() {
    noClasses()
        .that()
        .resideInAPackage("io.awaken.protocol..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.awaken.http.api..")
        .allowEmptyShould(true)
        .check(main);
  }

  /** The root opens and closes the factory; what it hands on is not SQL. */
  @Test
  void onlyTheDatabasePackagesTouchSqlOrAnEntityManager() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.awaken.store.database..", "io.awaken.store.jpa..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "java.sql..", "javax.sql..", "jakarta.persistence..", "org.hibernate..")
                .and(not(assignableTo(SQLException.class)))
                .and(not(assignableTo(EntityManagerFactory.class))))
        .check(main);
  }

  @Test
  void whatServesRequestsNamesNoThreadWithoutItsTenant() {
    noClasses()
        .that()
        .resideInAnyPackage("io.awaken.http..", "io.awaken.protocol..", "io.awaken.server..")
        .should()
        .callConstructor(ThreadId.class, String.class)
        .check(main);
  }

  /**
   * A resource that is made anew for each request is made with every service behind it. One for all
   * requests keeps nothing of any: what the server injects leads to the request of the thread.
   */
  @Test
  void aResourceIsMadeOnceAndKeepsNothingOfARequest() {
    var resources = typesWith(jakarta.ws.rs.Path.class);
    assertThat(resources)
        .isNotEmpty()
        .filteredOn(type -> !type.isAnnotatedWith(ApplicationScoped.class))
        .isEmpty();
    assertThat(fields(resources).filter(field -> !isConstant(field) && !isInjected(field)))
        .isEmpty();
  }

  /** Dependent beans live as long as the resource that they are made for. */
  @Test
  void whatAResourceIsMadeOfChangesNoField() {
    assertThat(
            fields(typesWith(Dependent.class))
                .filter(field -> !field.getModifiers().contains(FINAL) && !isInjected(field)))
        .isEmpty();
  }

  private static List<JavaClass> typesWith(Class<? extends Annotation> annotation) {
    return main.stream().filter(type -> type.isAnnotatedWith(annotation)).toList();
  }

  private static Stream<JavaField> fields(List<JavaClass> types) {
    return types.stream().flatMap(type -> type.getFields().stream());
  }

  private static boolean isConstant(JavaField field) {
    return field.getModifiers().containsAll(Set.of(STATIC, FINAL));
  }

  private static boolean isInjected(JavaField field) {
    return field.isAnnotatedWith(Inject.class) || field.isAnnotatedWith(Context.class);
  }

  @Test
  void clockIdsSleepAndThreadsAreParameters() {
    var breaches =
        main.stream()
            .filter(type -> !room(type).equals("server") && !room(type).startsWith("server."))
            .flatMap(type -> type.getAccessesFromSelf().stream())
            .filter(AmbientAccess::isAmbient)
            .filter(access -> !AmbientAccess.hasReason(access))
            .map(access -> access.getDescription())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(breaches).isEmpty();
  }

  @Test
  void everyExceptionFromThatIsStillNeeded() {
    assertThat(AmbientAccess.REASONS.keySet())
        .allMatch(
            name ->
                main.contain(name)
                    && main.get(name).getAccessesFromSelf().stream()
                        .anyMatch(AmbientAccess::isAmbient));
  }

  @Test
  @Rows(82)
  void whatComesAlongUsesOnlyPublicExtensionPoints() {
    noClasses()
        .that()
        .resideInAnyPackage("io.awaken.builtin..", "io.awaken.oauth..", "io.awaken.rpc..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                "io.awaken.core.loop..",
                "io.awaken.core.phase..",
                "io.awaken.core.agent..",
                "io.awaken.core.store..",
                "io.awaken.core.mailbox..",
                "io.awaken.runtime..",
                "io.awaken.store..",
                "io.awaken.http..",
                "io.awaken.server.."))
        .allowEmptyShould(true)
        .check(main);
  }

  @Test
  void theMcpClientIsUsedThroughItsOwnPackageOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.awaken.builtin.mcp..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.awaken.builtin.mcp.*..")
        .check(main);
  }

  @Test
  @Rows({9, 21, 22, 23})
  void aDocumentFieldThatNothingReadsIsDocumentedAsSuch() throws IOException {
    assertThat(DocumentFields.unread(main))
        .as("fields of documents that no code outside the parser reads")
        .isEqualTo(DocumentFields.documented());
  }

  @Test
  void whatComesAlongReachesOthersOnlyThroughTheGuard() {
    noClasses()
        .that()
        .resideInAnyPackage("io.awaken.builtin..", "io.awaken.oauth..", "io.awaken.rpc..")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(OutboundHttp.class, CheckedHttp.class)
        .allowEmptyShould(true)
        .check(main);
  }

  @Test
  void noClassHasANameThatSaysNothing() {
    assertThat(main.stream().map(JavaClass::getSimpleName))
        .noneMatch(name -> name.matches(".*(Util|Utils|Helper|Manager|Impl)"));
    assertThat(packages())
        .noneMatch(name -> Set.of(name.split("\\.")).stream().anyMatch(SAYS_NOTHING));
  }

  @Test
  void everyPackageSaysWhatItIsFor() {
    assertThat(sources().map(Path::getParent).distinct())
        .allMatch(folder -> Files.exists(folder.resolve("package-info.java")));
  }

  @Test
  void noFileIsLongerThanItsReadersPatience() {
    assertThat(sources()).allMatch(file -> lines(file) <= MAX_LINES);
  }

  @Test
  void noPackageHasMoreFilesThanItsReadersKeepInMind() {
    var overfull =
        sources()
            .collect(Collectors.groupingBy(ArchitectureTest::packageOf, Collectors.counting()))
            .entrySet()
            .stream()
            .filter(folder -> folder.getValue() > MAX_FILES)
            .map(Map.Entry::getKey);
    assertThat(overfull).as("packages of more than %d files", MAX_FILES).isEmpty();
  }

  @Test
  void testMethodsAreNamedInCamelCase() throws IOException {
    assertThat(TaggedTests.methodsWithUnderscores()).isEmpty();
  }

  private static final Predicate<String> SAYS_NOTHING =
      Set.of("util", "common", "helper", "impl", "dto")::contains;

  private static Set<String> packages() {
    return main.stream().map(ArchitectureTest::room).collect(Collectors.toCollection(TreeSet::new));
  }

  /** The package below {@code io.awaken}. */
  private static String room(JavaClass type) {
    return type.getPackageName().substring(ROOT.length());
  }

  /** The package of a source file, below {@code io.awaken}. */
  private static String packageOf(Path source) {
    String folder = SOURCES.relativize(source.getParent()).toString();
    return folder.replace(File.separatorChar, '.').replaceFirst("^io\\.awaken\\.?", "");
  }

  private static Stream<Path> sources() {
    try (var walk = Files.walk(SOURCES)) {
      List<Path> files = walk.filter(file -> file.toString().endsWith(".java")).toList();
      return files.stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int lines(Path file) {
    try {
      return Files.readAllLines(file).size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
