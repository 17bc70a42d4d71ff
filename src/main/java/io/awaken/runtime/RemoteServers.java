package io.awaken.runtime;

import io.awaken.builtin.a2a.A2aBackend;
import io.awaken.builtin.a2a.A2aServers;
import io.awaken.core.agent.FoundAgents;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.model.Backend;
import io.awaken.core.spec.A2aServerSpec;
import io.awaken.runtime.BuildException.Kind;
import java.util.List;
import java.util.Map;

/** The A2A servers of an embedded runtime, checked. Immutable. */
record RemoteServers(List<A2aServerSpec> all, A2aBackend backend) {

  /**
   * @throws BuildException when there is no backend for them, or it refuses one
   */
  static RemoteServers of(List<A2aServerSpec> all, Map<String, Backend> backends) {
    if (all.isEmpty()) {
      return new RemoteServers(all, null);
    }
    if (!(backends.get(A2aServerSpec.BACKEND) instanceof A2aBackend backend)) {
      throw new BuildException(
          Kind.PROVIDER_REGISTRY_CONFLICT, "agents of other servers need an A2aBackend", null);
    }
    for (A2aServerSpec server : all) {
      backend
          .refuses(server.endpoint(server.target()))
          .ifPresent(
              why -> {
                throw new BuildException(
                    Kind.VALIDATION_FAILED,
                    server.id() + ": " + why.field() + " " + why.reason(),
                    null);
              });
    }
    return new RemoteServers(all, backend);
  }

  /** Publishes their agents, now and whenever they change. */
  A2aServers open(LiveRegistry registry, RuntimeThreads threads) {
    var servers = new A2aServers(backend, threads.tasks(), new FoundAgents(registry));
    if (!all.isEmpty()) {
      servers.configure(all);
      servers.readDue();
      threads.every(A2aServers.INTERVAL, "awaken-a2a-servers", servers::readDue);
    }
    return servers;
  }
}
