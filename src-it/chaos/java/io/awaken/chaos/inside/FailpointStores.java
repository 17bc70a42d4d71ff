package io.awaken.chaos.inside;

import io.awaken.runtime.RuntimeStores;
import io.awaken.server.StoreHost;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;

/** Replaces the server's stores by the same ones with failpoints. */
@Dependent
@Alternative
@Priority(1)
public class FailpointStores {

  @Inject private StoreHost host;

  @Produces
  public RuntimeStores stores() {
    RuntimeStores own = host.stores();
    return new RuntimeStores(
        own.threads(),
        own.runs(),
        own.suspensions(),
        own.log(),
        new FailpointCommits(own.commits()),
        new FailpointMailbox(own.mailbox()).ports(),
        own.tools(),
        own.profile(),
        own.documents(),
        own.outbox());
  }
}
