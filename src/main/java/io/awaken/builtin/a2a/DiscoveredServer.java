package io.awaken.builtin.a2a;

import io.awaken.builtin.a2a.A2aServers.ServerReport;
import io.awaken.builtin.a2a.AgentCard.CardRefused;
import io.awaken.core.run.Ids;
import io.awaken.core.spec.A2aServerSpec;
import io.awaken.core.spec.A2aServerSpec.Offer;
import io.awaken.core.text.ForeignText;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * One server of a document: reads its card when the last one expires, or again after a failure at
 * growing distances. A failure never removes its agents: their runs fail until it is back.
 * Thread-safe.
 */
final class DiscoveredServer {

  private static final Logger LOG = System.getLogger(A2aServers.class.getName());
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final int MAX_REASON = 300;

  private final A2aServerSpec spec;
  private final CardSource cards;
  private final LongSupplier nanos;
  private final Consumer<List<Offer>> found;
  private final AtomicBoolean reading = new AtomicBoolean();

  // Written by the thread that reads.
  private volatile long due;
  private volatile String failure;
  private volatile List<Offer> offers;
  private volatile String version;
  private Duration wait = FIRST;

  /**
   * @param found receives what the server offers whenever its card was read
   */
  DiscoveredServer(A2aServerSpec spec, A2aBackend backend, Consumer<List<Offer>> found) {
    this.spec = spec;
    this.cards = backend.cards(spec);
    this.nanos = backend.ports().nanos();
    this.found = found;
    this.due = nanos.getAsLong();
  }

  A2aServerSpec spec() {
    return spec;
  }

  boolean due() {
    return nanos.getAsLong() - due >= 0 && !reading.get();
  }

  /** Why its agents are not here; null when they are. */
  String missing() {
    if (offers != null) {
      return null;
    }
    String why = failure;
    return why == null ? "it was not reached yet" : why;
  }

  /** Reads the card, unless another thread does. */
  void read() {
    if (!reading.compareAndSet(false, true)) {
      return;
    }
    try {
      AgentCard card = cards.get();
      version = card.version();
      found(card.offers());
    } catch (CardRefused | IOException e) {
      failed(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "the card of the A2A server " + spec.id() + " cannot be used", e);
      failed("an unexpected failure");
    } finally {
      reading.set(false);
    }
  }

  private void found(List<Offer> all) {
    List<Offer> usable =
        all.stream()
            .filter(offer -> offer.name() == null || isId(spec.agentId(offer)))
            .limit(A2aServerSpec.MAX_AGENTS)
            .toList();
    found.accept(usable);
    due = nanos.getAsLong() + cards.left().toNanos();
    if (failure != null || !usable.equals(offers)) {
      LOG.log(
          Level.INFO,
          "the A2A server {0} offers the agents {1}; its card is read again in {2}",
          spec.id(),
          agents(usable),
          cards.left());
      if (usable.size() < all.size()) {
        LOG.log(
            Level.WARNING,
            "{0} agents of the A2A server {1} are left out: their names make no ids, or there are"
                + " more than {2}",
            all.size() - usable.size(),
            spec.id(),
            A2aServerSpec.MAX_AGENTS);
      }
    }
    offers = usable;
    failure = null;
    wait = FIRST;
  }

  private List<String> agents(List<Offer> offered) {
    return offered.stream().filter(spec::takes).map(spec::agentId).toList();
  }

  /** What operators see. */
  ServerReport report() {
    String why = failure;
    List<Offer> known = offers;
    return new ServerReport(
        spec.id(),
        why != null ? "unavailable" : known == null ? "connecting" : "reachable",
        version,
        known == null ? List.of() : agents(known),
        why != null ? ForeignText.line(why, MAX_REASON) : null,
        Math.max(0, Duration.ofNanos(due - nanos.getAsLong()).toSeconds()));
  }

  private static boolean isId(String id) {
    return !id.isBlank() && id.length() <= Ids.MAX_LENGTH && Ids.hasOnlyAllowed(id);
  }

  /** Each reason is logged once while it lasts. */
  private void failed(String reason) {
    due = nanos.getAsLong() + wait.toNanos();
    if (!reason.equals(failure)) {
      LOG.log(
          Level.WARNING,
          "the A2A server {0} cannot be used ({1}); it is tried again in {2}, later every {3};"
              + " {4}",
          spec.id(),
          reason,
          wait,
          LONGEST,
          offers == null
              ? "its agents appear then"
              : "its agents stay, and their runs fail until then");
    }
    failure = reason;
    Duration next = wait.multipliedBy(2);
    wait = next.compareTo(LONGEST) > 0 ? LONGEST : next;
  }
}
