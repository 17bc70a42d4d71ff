package io.awaken.protocol.agui;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadStore.StoredMessage;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.core.tool.ClientExecutedTool;
import io.awaken.http.security.Refusal;
import io.awaken.protocol.agui.event.EarlierMessages;
import io.awaken.protocol.agui.event.RunNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A thread as the caller currently sees it: its run, the run's suspensions, and the newest
 * messages. Immutable.
 *
 * @param run the run that holds the thread, else the latest; null for none
 * @param questions all suspensions of the run
 * @param messages the newest, oldest first, including those for the model only
 * @param complete whether there are no older messages
 */
record ThreadSnapshot(
    ThreadId thread,
    RunId run,
    List<SuspensionRecord> questions,
    List<Message> messages,
    boolean complete) {

  /** The maximum number of messages. */
  static final int MESSAGES = 200;

  /** The maximum number of bytes for more than one message. */
  static final long BYTES = 256 * 1024;

  /** A thread without messages. */
  private static ThreadSnapshot empty(ThreadId thread) {
    return new ThreadSnapshot(thread, null, List.of(), List.of(), true);
  }

  /**
   * Reads a thread; a missing thread is empty.
   *
   * @throws io.awaken.http.security.RefusedException 404 for a thread that the caller may not see
   */
  static ThreadSnapshot of(
      ThreadId thread, Caller caller, ThreadStore threads, SuspensionStore suspensions) {
    Optional<ThreadRecord> found = threads.find(thread);
    if (found.isEmpty()) {
      return empty(thread);
    }
    ThreadRecord record = found.get();
    if (!record.access().allows(caller, ThreadAction.READ)) {
      throw Refusal.notFound("thread", thread.value()).exception();
    }
    RunId run = record.openRunId() != null ? record.openRunId() : record.latestRunId();
    List<SuspensionRecord> questions =
        run == null
            ? List.of()
            : suspensions.ofRun(run).stream().filter(each -> each.seenBy(caller)).toList();
    var page =
        threads.messages(
            new MessageQuery(thread, MessageQuery.Filter.ALL, true, null, 0, MESSAGES, BYTES));
    var messages = new ArrayList<Message>();
    page.items().stream().map(StoredMessage::shown).forEach(messages::add);
    Collections.reverse(messages);
    return new ThreadSnapshot(
        thread, run, questions, List.copyOf(messages), messages.size() == page.total());
  }

  /** Ids of suspensions that have a decision on which the run has not acted. */
  static Set<String> decided(List<SuspensionRecord> questions) {
    return questions.stream()
        .filter(each -> each.status() == SuspensionStatus.DECIDED)
        .map(each -> each.ticket().suspension().id())
        .collect(Collectors.toSet());
  }

  /** Open suspensions. */
  List<SuspensionRecord> open() {
    return questions.stream().filter(each -> each.status() == SuspensionStatus.OPEN).toList();
  }

  /** Open suspensions that are interrupts, not front-end tool calls. */
  List<SuspensionRecord> interrupts() {
    return open().stream().filter(each -> !frontend(each)).toList();
  }

  static boolean frontend(SuspensionRecord question) {
    return ClientExecutedTool.ACTION.equals(question.ticket().suspension().action());
  }

  /**
   * A client's ids, and those under which other clients sent results of the run.
   *
   * @param names the ids that the client named
   */
  RunNames named(RunNames names) {
    var ids = new HashMap<String, String>();
    for (SuspensionRecord question : questions) {
      if (question.decision() != null && question.decision().messageId() != null) {
        ids.put(question.callId(), question.decision().messageId());
      }
    }
    ids.putAll(names.resultIds());
    return new RunNames(names.threadId(), names.runId(), names.parentRunId(), names.dialect(), ids);
  }

  /** All messages that users see. */
  EarlierMessages history() {
    return new EarlierMessages(
        messages.stream().filter(message -> !message.internal()).toList(), complete);
  }

  /** The messages that users see before the first one that the run's events contain. */
  EarlierMessages before(RunId run) {
    int end = messages.size();
    for (int i = messages.size() - 1; i >= 0; i--) {
      Message each = messages.get(i);
      boolean ofRun = each.metadata() != null && run.value().equals(each.metadata().runId());
      if (ofRun && each.role() != Role.USER) {
        end = i;
      } else if (ofRun && end == messages.size()) {
        end = i + 1;
      }
    }
    return upTo(end).history();
  }

  /**
   * The thread before a message; without messages if it is older than all of these.
   *
   * @param supersedes the stored id of the message; null changes nothing
   */
  ThreadSnapshot before(String supersedes) {
    if (supersedes == null) {
      return this;
    }
    int end = messages.size() - 1;
    while (end >= 0 && !messages.get(end).id().equals(supersedes)) {
      end--;
    }
    return end < 0 ? new ThreadSnapshot(thread, run, questions, List.of(), false) : upTo(end);
  }

  private ThreadSnapshot upTo(int end) {
    return new ThreadSnapshot(thread, run, questions, messages.subList(0, end), complete);
  }

  /** The messages that users see, followed by more. */
  EarlierMessages with(List<Message> more) {
    if (messages.isEmpty() && !complete) {
      return EarlierMessages.UNKNOWN;
    }
    var all = new ArrayList<>(history().messages());
    more.stream().filter(message -> !message.internal()).forEach(all::add);
    return new EarlierMessages(all, complete);
  }
}
