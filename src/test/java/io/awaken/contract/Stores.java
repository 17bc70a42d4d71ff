package io.awaken.contract;

import io.awaken.core.commit.EventLog;
import io.awaken.core.commit.RunCommit;
import io.awaken.core.commit.RunStore;
import io.awaken.core.commit.SuspensionStore;
import io.awaken.core.commit.ThreadStore;
import io.awaken.core.mailbox.MailboxStore;
import io.awaken.core.run.JobId;
import io.awaken.core.state.ProfileStore;
import java.time.Duration;

/** The stores under test, empty at first, and what a test may do to them from outside. */
public interface Stores {

  /** How every store under test is set. */
  MailboxStore.Settings SETTINGS = new MailboxStore.Settings(Duration.ofSeconds(30), 3, "node-1");

  MailboxStore mailbox();

  RunCommit runCommit();

  RunStore runs();

  ThreadStore threads();

  EventLog events();

  ProfileStore profile();

  SuspensionStore suspensions();

  /** Lets time pass until every lease given so far has run out. */
  void expireLeases();

  /** Lets time pass until every question that expires is overdue; at most an hour. */
  void expireQuestions();

  /** Gives a queued job another priority; small numbers first. */
  void prioritise(JobId job, int priority);
}
