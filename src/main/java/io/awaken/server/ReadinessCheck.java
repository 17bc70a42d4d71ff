package io.awaken.server;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Reports the result of {@code GET /health} to the server's own health page. */
@Readiness
@ApplicationScoped
public class ReadinessCheck implements HealthCheck {

  @Inject NodeHealth health;

  @Override
  public HealthCheckResponse call() {
    NodeHealth.State state = health.check();
    return HealthCheckResponse.named("awaken")
        .status(state.ready())
        .withData("store", state.store())
        .withData("runtime", state.runtime())
        .withData("queue", state.queue())
        .build();
  }
}
