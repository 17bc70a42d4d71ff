package io.awaken.chaos.bed;

/**
 * A request of a tool to the ledger.
 *
 * @param tool the name of the tool
 * @param thread the thread id
 * @param run the run id
 * @param call the id of the tool call
 * @param key the idempotency key of the call
 */
public record LedgerEntry(String tool, String thread, String run, String call, String key) {}
