package io.awaken.container;

import java.net.URL;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** The archive as it was built, in the container, and a client of its API for each test. */
@ExtendWith(ArquillianExtension.class)
@RunAsClient
abstract class ApiContainerTest {

  @ArquillianResource private URL base;
  ApiClient api;

  @Deployment
  static WebArchive archive() {
    return AwakenArchive.asBuilt();
  }

  @BeforeEach
  void connect() {
    api = new ApiClient(base);
  }

  @AfterEach
  void disconnect() {
    api.close();
  }
}
