package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Nightly;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jboss.shrinkwrap.api.Filters;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The libraries that Maven packages for projects that depend on the classes jar. */
@Nightly("builds six projects; src-it/readme/run builds and serves one like them")
class SampleArchivesIT {

  private static final String LIBRARIES = "/WEB-INF/lib/";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "audit-log",
        "rate-limit",
        "moderation",
        "masking",
        "steering-desk",
        "profile-memory"
      })
  void theLibrariesAreThoseOfTheRuntimesArchivePlusItsClasses(String project) throws Exception {
    var expected = new TreeSet<String>(libraries(AwakenArchive.asBuilt()));
    expected.add("awaken-ee-" + System.getProperty("awaken.version") + "-classes.jar");

    assertThat(libraries(SampleProjects.archive(project))).isEqualTo(expected);
  }

  private static Set<String> libraries(WebArchive archive) {
    return archive.getContent(Filters.include(LIBRARIES + ".*\\.jar")).keySet().stream()
        .map(path -> path.get().substring(LIBRARIES.length()))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
