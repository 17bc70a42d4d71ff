package io.awaken.server;

import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;

/**
 * Starts claiming last and drains first: on both servers this is the only hook at which
 * transactions and open streams still work.
 */
@WebListener
public class RuntimeLifecycle implements ServletContextListener {

  @Inject private RuntimeHost host;
  @Inject private BeanManager beans;

  @Override
  public void contextInitialized(ServletContextEvent event) {
    // Payara answers only for roles that are declared whether a caller has them.
    event.getServletContext().declareRoles(host.callers().roles().toArray(String[]::new));
    LoginMechanisms.find(event.getServletContext(), beans)
        .ifPresent(host.anonymous()::authenticatesBy);
    host.anonymous().tell();
    host.start();
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {
    host.drain();
  }
}
