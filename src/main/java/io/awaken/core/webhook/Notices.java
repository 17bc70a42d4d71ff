package io.awaken.core.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.plugin.context.RunSummary;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.WebhookSpec;
import io.awaken.core.spec.WebhookSpec.Event;
import io.awaken.core.store.outbox.OpenQuestions;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.suspension.SuspensionChanges;
import io.awaken.core.store.suspension.SuspensionChanges.NewSuspension;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.SuspendTicket.Told;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Decides which webhooks are told of what, as entries for the outbox: part of the commit of what
 * they report. Creates nothing when no webhook matches. Thread-safe.
 */
public final class Notices {

  /** Sends no messages. */
  public static final Notices NONE = new Notices(List::of, InstantSource.system(), () -> {});

  private final Supplier<List<WebhookSpec>> webhooks;
  private final InstantSource clock;
  private final Runnable written;

  /**
   * @param webhooks those of the active documents
   * @param written called after a commit with entries; only a hint to deliver
   */
  public Notices(Supplier<List<WebhookSpec>> webhooks, InstantSource clock, Runnable written) {
    this.webhooks = webhooks;
    this.clock = clock;
    this.written = written;
  }

  /** Hints that these entries are committed. */
  public void committed(List<OutboxEntry> entries) {
    if (entries.stream().anyMatch(entry -> entry.kind().outside())) {
      due();
    }
  }

  /** Hints that entries are committed. */
  public void due() {
    written.run();
  }

  /** What clients that want to hear of a run are told when it waits for these questions. */
  public OpenQuestions open(List<String> questions) {
    return new OpenQuestions(clock.millis(), questions);
  }

  /**
   * The end of a run.
   *
   * @param id of the entry or commit that reports it
   */
  public List<OutboxEntry> ended(String id, RunSummary run) {
    Event event =
        run.termination() instanceof TerminationReason.Error ? Event.RUN_FAILED : Event.RUN_ENDED;
    List<WebhookSpec> matching = matching(event, run.run());
    return matching.isEmpty()
        ? List.of()
        : entries(id, matching, Message.of(event, clock.instant(), Message.ended(run)));
  }

  /** A run waits for decisions. */
  public List<OutboxEntry> waits(String commitId, RunIdentity run) {
    List<WebhookSpec> matching = matching(Event.RUN_WAITS, run);
    return matching.isEmpty()
        ? List.of()
        : entries(
            commitId + "-waits",
            matching,
            Message.of(Event.RUN_WAITS, clock.instant(), Message.run(run)));
  }

  /**
   * Questions of a commit.
   *
   * @param suspensions the changes with those who are told in the questions
   * @param entries for the outbox
   */
  public record Asked(SuspensionChanges suspensions, List<OutboxEntry> entries) {}

  /** Tells of the questions that a commit asks people. */
  public Asked asked(String commitId, SuspensionChanges changes) {
    if (changes.opened().isEmpty() || webhooks.get().isEmpty()) {
      return new Asked(changes, List.of());
    }
    var entries = new ArrayList<OutboxEntry>(0);
    var opened = new ArrayList<NewSuspension>(changes.opened().size());
    for (NewSuspension question : changes.opened()) {
      opened.add(
          question.kind().ofPeople()
              ? asked(commitId + "-" + opened.size(), question, entries)
              : question);
    }
    return new Asked(
        new SuspensionChanges(opened, changes.consumed(), changes.cancelled()), entries);
  }

  private NewSuspension asked(String id, NewSuspension question, List<OutboxEntry> entries) {
    List<WebhookSpec> asked = matching(Event.QUESTION_ASKED, question.run());
    List<Later> later = later(question);
    List<Told> told =
        webhooks.get().stream()
            .filter(
                each ->
                    asked.contains(each)
                        || later.stream().anyMatch(one -> one.hook().equals(each))
                        || answered(each, question))
            .map(
                each -> new Told(each.id(), each.person() == null ? null : each.person().subject()))
            .toList();
    if (told.isEmpty()) {
      return question;
    }
    NewSuspension open = question.with(question.ticket().telling(told));
    var record = SuspensionRecord.asked(open, clock.millis());
    if (!asked.isEmpty()) {
      entries.addAll(
          entries(
              id,
              asked,
              Message.of(Event.QUESTION_ASKED, clock.instant(), Message.question(record))));
    }
    for (Later one : later) {
      entries.add(
          new OutboxEntry(
              id + "-remind-" + entries.size(),
              OutboxEntry.Kind.REMINDER,
              one.hook().id(),
              Message.reference(one.event(), record),
              one.delay()));
    }
    return open;
  }

  /**
   * What a webhook is told of a question that is open then.
   *
   * @param delay milliseconds after it was asked
   */
  private record Later(WebhookSpec hook, Event event, long delay) {}

  private List<Later> later(NewSuspension question) {
    var later = new ArrayList<Later>();
    Expiry expiry = question.ticket().expiry();
    if (expiry != null) {
      for (WebhookSpec hook : matching(Event.QUESTION_REMINDED, question.run())) {
        long delay = expiry.afterMillis() - hook.remindBefore().toMillis();
        later.add(new Later(hook, Event.QUESTION_REMINDED, delay));
      }
    }
    for (WebhookSpec hook : matching(Event.QUESTION_ESCALATED, question.run())) {
      later.add(new Later(hook, Event.QUESTION_ESCALATED, hook.escalateAfter().toMillis()));
    }
    // A question that expires sooner is not told again.
    long end = expiry == null ? Long.MAX_VALUE : expiry.afterMillis();
    later.removeIf(each -> each.delay() <= 0 || each.delay() >= end);
    return later;
  }

  private static boolean answered(WebhookSpec hook, NewSuspension question) {
    return hook.wants(
        Event.QUESTION_ANSWERED, question.run().caller().tenant(), question.run().agentId());
  }

  /**
   * Repeats or escalates a question to a webhook.
   *
   * @param reminder the entry that is due
   * @param asked the questions of its run
   * @return empty when the question is no longer open
   */
  Optional<OutboxEntry> again(OutboxEntry reminder, List<SuspensionRecord> asked) {
    Event event = Message.event(reminder.payload());
    return asked.stream()
        .filter(each -> Message.names(reminder.payload(), each))
        .filter(each -> each.expiresAt() == null || each.expiresAt() > clock.millis())
        .findFirst()
        .map(
            open ->
                OutboxEntry.notice(
                    id(open, reminder.key(), event.wire()),
                    reminder.key(),
                    Message.of(event, clock.instant(), Message.question(open))));
  }

  /**
   * The answer of a question, for those who were told of it; part of the transaction that stores
   * the decision. A webhook that no longer wants the event is left out when the message is sent.
   */
  public static List<OutboxEntry> answered(SuspensionRecord decided) {
    if (decided.ticket().told().isEmpty()) {
      return List.of();
    }
    ObjectNode message =
        Message.of(
            Event.QUESTION_ANSWERED,
            Instant.ofEpochMilli(decided.decision().updatedAt()),
            Message.question(decided));
    return decided.ticket().told().stream()
        .map(
            told ->
                OutboxEntry.notice(
                    id(decided, told.webhook(), "answered"), told.webhook(), message))
        .toList();
  }

  /** Each happens once to a question. */
  private static String id(SuspensionRecord question, String webhook, String what) {
    String name =
        String.join(
            "\n",
            question.key().runId().value(),
            question.ticket().suspension().id(),
            webhook,
            what);
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
  }

  private List<WebhookSpec> matching(Event event, RunIdentity run) {
    List<WebhookSpec> all = webhooks.get();
    return all.isEmpty()
        ? List.of()
        : all.stream()
            .filter(each -> each.wants(event, run.caller().tenant(), run.agentId()))
            .toList();
  }

  private static List<OutboxEntry> entries(
      String id, List<WebhookSpec> matching, ObjectNode message) {
    var entries = new ArrayList<OutboxEntry>(matching.size());
    for (WebhookSpec hook : matching) {
      entries.add(OutboxEntry.notice(id + "-n" + entries.size(), hook.id(), message));
    }
    return entries;
  }
}
