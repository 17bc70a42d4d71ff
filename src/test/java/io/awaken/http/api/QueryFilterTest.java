package io.awaken.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Attacks;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Queries may only have declared parameters. */
class QueryFilterTest {

  private static final Set<String> DECLARED = Set.of("limit", "resource_id", "resourceId");

  @Test
  @Attacks({"S29", "S49"})
  void anUndeclaredParameterIsRefused() {
    assertRefused(Map.of("limitt", List.of("1")), "unknown_parameter", "limitt");
    assertRefused(
        Map.of("sort", List.of("id; drop table awaken_runs")), "unknown_parameter", "sort");
    assertRefused(Map.of("", List.of("")), "unknown_parameter", "");
  }

  @Test
  void aParameterGivenTwiceIsRefusedUnderAnyName() {
    assertRefused(Map.of("limit", List.of("1", "2")), "duplicate_parameter", "limit");
    assertThatThrownBy(
            () ->
                QueryFilter.check(
                    DECLARED, Map.of("resource_id", List.of("a"), "resourceId", List.of("a"))))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("parameter given twice");
  }

  @Test
  void declaredParametersPass() {
    assertThatCode(
            () ->
                QueryFilter.check(
                    DECLARED, Map.of("limit", List.of("x"), "resourceId", List.of("a"))))
        .doesNotThrowAnyException();
  }

  @Test
  void aRoutesParametersComeFromItsMethodAndItsBeans() {
    assertThat(declaredBy("waitForRun")).containsExactly("timeout_ms");
    assertThat(declaredBy("listRuns")).contains("status", "agent_id", "limit", "offset", "cursor");
    assertThat(declaredBy("createRun")).containsExactly("delegates");
    assertThat(declaredBy("cancelRun")).isEmpty();
  }

  private static Set<String> declaredBy(String name) {
    return NativeRoutes.all()
        .filter(route -> route.getAnnotation(Route.class).name().equals(name))
        .map(QueryFilter::names)
        .findFirst()
        .orElseThrow();
  }

  private static void assertRefused(Map<String, List<String>> sent, String code, String field) {
    assertThatThrownBy(() -> QueryFilter.check(DECLARED, sent))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> {
              assertThat(e.refusal().status()).isEqualTo(400);
              assertThat(e.refusal().code()).isEqualTo(code);
              assertThat(e.refusal().field()).isEqualTo(field);
            });
  }
}
