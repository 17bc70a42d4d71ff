package io.awaken.container;

import com.example.shop.ShopApplication;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that runs within the server, with tool beans of every kind and those of the shop. Its
 * libraries must be in the archive, so it cannot use AssertJ.
 */
@ExtendWith(ArquillianExtension.class)
abstract class InContainerTest {

  /** Lists every test class: Arquillian adds only the first one by itself. */
  @Deployment
  static WebArchive archive() {
    return AwakenArchive.asBuilt()
        .addPackage(ShopApplication.class.getPackage())
        .addClasses(ToolBeans.class, AdderBean.class)
        .addClasses(ToolBeans.class.getDeclaredClasses())
        .addClasses(InContainerTest.class, TransactionsIT.class)
        .addClasses(ToolBeansIT.class, ToolTransactionsIT.class);
  }
}
