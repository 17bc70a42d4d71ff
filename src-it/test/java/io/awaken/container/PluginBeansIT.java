package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Nightly;
import io.awaken.fixture.OnWildFly;
import io.awaken.process.Conditions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The lifecycle of a plugin bean, from deployment to undeployment. */
@ExtendWith(ArquillianExtension.class)
@RunAsClient
@OnWildFly
@Nightly("starts Payara for one deployment; .ci/run deploys on WildFly")
class PluginBeansIT {

  private static final String ARCHIVE = "leaving";
  private static final Path WRITTEN = Path.of("target", LifecyclePlugin.PLACE).toAbsolutePath();

  @ArquillianResource private Deployer deployer;

  @Deployment(name = ARCHIVE, managed = false, testable = false)
  static WebArchive archive() {
    return AwakenArchive.asBuilt()
        .addClass(LifecyclePlugin.class)
        .addAsResource(new StringAsset(WRITTEN.toString()), LifecyclePlugin.PLACE);
  }

  @Test
  void aPluginIsClosedOnceAtUndeploymentBeforeItsBeanIsDestroyed() throws Exception {
    Files.deleteIfExists(WRITTEN);

    deployer.deploy(ARCHIVE);
    assertThat(written()).containsExactly("registered");
    deployer.undeploy(ARCHIVE);

    // Arquillian does not wait for the end of Payara Micro.
    Conditions.await("the end of the bean", () -> written().contains("destroyed"));
    assertThat(written()).containsExactly("registered", "closed", "destroyed");
  }

  private static List<String> written() throws IOException {
    return Files.readAllLines(WRITTEN);
  }
}
