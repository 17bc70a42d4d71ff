package io.awaken.container;

import org.jboss.arquillian.container.spi.ContainerRegistry;
import org.jboss.arquillian.container.spi.client.deployment.Deployment;
import org.jboss.arquillian.container.spi.client.deployment.DeploymentScenario;
import org.jboss.arquillian.container.spi.event.DeployManagedDeployments;
import org.jboss.arquillian.container.spi.event.DeploymentEvent;
import org.jboss.arquillian.container.spi.event.UnDeployDeployment;
import org.jboss.arquillian.container.spi.event.UnDeployManagedDeployments;
import org.jboss.arquillian.container.test.impl.client.deployment.event.GenerateDeployment;
import org.jboss.arquillian.core.api.Event;
import org.jboss.arquillian.core.api.Instance;
import org.jboss.arquillian.core.api.InstanceProducer;
import org.jboss.arquillian.core.api.annotation.Inject;
import org.jboss.arquillian.core.api.annotation.Observes;
import org.jboss.arquillian.core.spi.EventContext;
import org.jboss.arquillian.test.spi.annotation.ClassScoped;
import org.jboss.arquillian.test.spi.event.suite.AfterSuite;

/**
 * Keeps the deployment of a test class until a class needs another one. Classes share a deployment
 * if they inherit the same archive; {@link ByArchive} runs them one after the other. A deployment
 * takes seconds, and on Payara Micro the start of a server.
 */
public final class DeploymentKeeper {

  @Inject @ClassScoped private InstanceProducer<DeploymentScenario> scenario;
  @Inject private Instance<ContainerRegistry> containers;
  @Inject private Event<DeploymentEvent> events;

  /** The archive of the kept deployment; null if there is none. */
  private String source;

  private DeploymentScenario kept;

  /**
   * Passes the kept deployment to the next class, or undeploys it if that class has another
   * archive.
   */
  public void generate(@Observes EventContext<GenerateDeployment> context) {
    String archive = ByArchive.inherited(context.getEvent().getTestClass().getJavaClass());
    if (archive != null && archive.equals(source) && isDeployed()) {
      scenario.set(kept);
      return;
    }
    undeploy();
    context.proceed();
    if (archive != null) {
      source = archive;
      kept = scenario.get();
    }
  }

  public void deploy(@Observes EventContext<DeployManagedDeployments> context) {
    if (!isKept() || !isDeployed()) {
      context.proceed();
    }
  }

  public void undeploy(@Observes EventContext<UnDeployManagedDeployments> context) {
    if (!isKept() || !isDeployed()) {
      context.proceed();
    }
  }

  /** Undeploys before the containers stop. */
  public void end(@Observes(precedence = 1) AfterSuite event) {
    undeploy();
  }

  private boolean isKept() {
    return kept != null && scenario.get() == kept;
  }

  private boolean isDeployed() {
    return !kept.deployedDeployments().isEmpty();
  }

  private void undeploy() {
    if (kept != null) {
      for (Deployment each : kept.deployedDeploymentsInUnDeployOrder()) {
        var container = containers.get().getContainer(each.getDescription().getTarget());
        events.fire(new UnDeployDeployment(container, each));
      }
      kept = null;
      source = null;
    }
  }
}
