package io.awaken.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.launch.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineTest {

  private static final Path ARCHIVE = Path.of("build", "awaken.war");

  @TempDir private Path folder;
  private Path checkout;

  @BeforeEach
  void makeCheckout() throws IOException {
    checkout = Files.createDirectories(folder.resolve("before"));
    Files.createDirectories(checkout.resolve("target"));
  }

  @Test
  void aBlankFolderMeansNoBaseline() throws IOException {
    assertThat(Baseline.in(" ", ARCHIVE)).isEmpty();
  }

  @Test
  void theBaselineUsesTheArchiveServerAndConfigurationOfItsCheckout() throws IOException {
    Path archive = Files.createFile(checkout.resolve("target/awaken.war"));

    Baseline baseline = Baseline.in(checkout.toString(), ARCHIVE).orElseThrow();
    Installation at = baseline.installation(folder);

    assertThat(baseline.label()).isEqualTo("Payara Micro, before");
    assertThat(at.archive()).isEqualTo(archive);
    assertThat(at.server()).isEqualTo(checkout.resolve("target/payara-micro.jar"));
    assertThat(at.config()).isEqualTo(checkout.resolve("server-config/payara"));
    assertThat(at.work()).isEqualTo(folder);
  }

  @Test
  void rejectsACheckoutThatIsNotBuilt() {
    assertThatThrownBy(() -> Baseline.in(checkout.toString(), ARCHIVE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bench.baseline is not built");
  }
}
