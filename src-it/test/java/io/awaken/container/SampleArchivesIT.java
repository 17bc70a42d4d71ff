package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Nightly;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jboss.shrinkwrap.api.ArchivePath;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Maven packages for projects that lay their own archive over the runtime's. */
@Nightly("builds six projects; OwnArchiveIT builds and starts one like them")
class SampleArchivesIT {

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
  void theArchiveHasAllOfTheRuntimesAndNoOtherLibrary(String project) throws Exception {
    Set<String> runtime = files(AwakenArchive.asBuilt());
    Set<String> sample = files(SampleProjects.archive(project));

    assertThat(sample).containsAll(runtime);
    sample.removeAll(runtime);
    assertThat(sample).isNotEmpty().noneMatch(path -> path.endsWith(".jar"));
  }

  /** Maven writes its own files at the top. */
  private static Set<String> files(WebArchive archive) {
    return archive.getContent().keySet().stream()
        .map(ArchivePath::get)
        .filter(path -> !path.startsWith("/META-INF"))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
