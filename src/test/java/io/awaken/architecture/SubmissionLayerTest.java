package io.awaken.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import io.awaken.core.store.job.JobList;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.core.submit.RunService;
import io.awaken.fixture.BesideOthers;
import io.awaken.http.api.ConfigurationReport;
import io.awaken.http.security.Refusal;
import io.awaken.http.stream.open.Streams;
import io.awaken.server.AwakenApplication;
import io.awaken.server.NativeApiDocument;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Clients of all protocols reach the core through one layer; see {@code docs/architecture.md}. */
@BesideOthers
class SubmissionLayerTest {

  private static final DescribedPredicate<JavaClass> SERVE_CLIENTS =
      resideInAnyPackage("io.awaken.http.api..", "io.awaken.protocol..");

  private static final DescribedPredicate<JavaClass> ENUMS =
      describe("enums", type -> type.isEnum());

  /** Methods of the ports of stores that change nothing. */
  private static final Set<String> READS =
      Set.of(
          "calls",
          "find",
          "inbox",
          "jobs",
          "list",
          "view",
          "media",
          "messages",
          "ofRun",
          "open",
          "openOf",
          "part",
          "read",
          "state",
          "states",
          "target",
          "targets",
          "unfinished",
          "withDelegates");

  /** What makes refusals of the form of a request, or says more about a refusal. */
  private static final Set<String> OF_FORM = Set.of("about", "bad", "invalid", "missing");

  private static final JavaClasses MAIN = ProductClasses.imported();

  /**
   * Acceptance, decisions and refusals of the core reach every protocol through one door and one
   * layer. Of what serves runs the others see data alone: no other service, no port but the list of
   * jobs, and no failure that stands for a refusal.
   */
  @Test
  void onlyTheSubmissionLayerAcceptsAndDecides() {
    noClasses()
        .that(SERVE_CLIENTS)
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "io.awaken.core.mailbox..",
                    "io.awaken.core.store.submission..",
                    "io.awaken.core.store.job..")
                .and(not(assignableTo(Record.class)))
                .and(not(ENUMS))
                .and(not(type(JobList.class)))
                .and(not(type(RunService.class)))
                .or(resideInAPackage("io.awaken.core.store..").and(assignableTo(Throwable.class)))
                .or(resideInAPackage("io.awaken.http..").and(simpleNameEndingWith("Quota")))
                .or(type(Streams.class)))
        .orShould()
        .callConstructor(IdempotencyKey.class, String.class, String.class, String.class)
        .check(MAIN);
  }

  @Test
  void onlyTheSubmissionLayerWritesToStores() {
    noClasses()
        .that(SERVE_CLIENTS)
        .should()
        .accessTargetWhere(
            describe(
                "it is a method of a port that is not known to read only",
                access ->
                    access.getTargetOwner().isInterface()
                        && access
                            .getTargetOwner()
                            .getPackageName()
                            .startsWith("io.awaken.core.store")
                        && !READS.contains(access.getTarget().getName())))
        .check(MAIN);
  }

  /** Whatever is refused for another reason than its form is refused for all protocols alike. */
  @Test
  void theNativeApiRefusesByItselfOnlyWhatIsMalformed() {
    noClasses()
        .that()
        .resideInAPackage("io.awaken.http.api..")
        .and()
        .resideOutsideOfPackage("io.awaken.http.api.error..")
        .should()
        .accessTargetWhere(
            describe(
                "it makes a refusal of another status than 400",
                access ->
                    access.getTargetOwner().isEquivalentTo(Refusal.class)
                        && access.getTarget() instanceof CodeUnitAccessTarget made
                        && made.getRawReturnType().isEquivalentTo(Refusal.class)
                        && !OF_FORM.contains(made.getName())))
        .orShould()
        .callConstructor(
            Refusal.class, int.class, String.class, String.class, String.class, Integer.class)
        .check(MAIN);
  }

  /** What an operator decides is obeyed below it, for all protocols alike; this API shows it. */
  @Test
  void theNativeApiIsGivenNoRuleToDecideBy() {
    noClasses()
        .that()
        .resideInAPackage("io.awaken.server..")
        .and(not(belongToAnyOf(AwakenApplication.class, NativeApiDocument.class)))
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.awaken.http.api..")
                .and(not(resideInAPackage("io.awaken.http.api.error..")))
                .and(not(belongToAnyOf(ConfigurationReport.class))))
        .check(MAIN);
  }
}
