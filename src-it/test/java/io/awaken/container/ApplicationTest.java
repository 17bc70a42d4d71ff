package io.awaken.container;

import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** A client of an application with its own tools, models and routes. */
abstract class ApplicationTest extends ApiContainerTest {

  @Deployment(name = ApplicationArchive.NAME)
  static WebArchive archive() throws Exception {
    return ApplicationArchive.create();
  }
}
