package io.awaken.container;

import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The archive as it was built, with the demo model behind its API. */
abstract class BuiltArchiveTest extends ApiContainerTest {

  @Deployment
  static WebArchive archive() {
    return AwakenArchive.asBuilt();
  }
}
