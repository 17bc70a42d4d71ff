package io.awaken.server;

import io.awaken.core.commit.EventLog;
import io.awaken.core.commit.RunCommit;
import io.awaken.core.commit.RunStore;
import io.awaken.core.commit.ThreadStore;
import io.awaken.core.mailbox.MailboxStore;
import io.awaken.core.state.ProfileStore;

/** The ports of a store, together. */
public record Stores(
    ThreadStore threads,
    RunStore runs,
    EventLog log,
    RunCommit commits,
    MailboxStore mailbox,
    ProfileStore profile) {}
