package io.awaken.container;

import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that runs within the server. Its libraries must be in the archive, so it cannot use
 * AssertJ.
 */
@ExtendWith(ArquillianExtension.class)
abstract class InContainerTest {

  @Deployment(name = ApplicationArchive.NAME)
  static WebArchive archive() throws Exception {
    return ApplicationArchive.create();
  }
}
