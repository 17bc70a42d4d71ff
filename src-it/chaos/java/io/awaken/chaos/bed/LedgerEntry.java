package io.awaken.chaos.bed;

/**
 * Work that a tool asked for.
 *
 * @param tool which
 * @param thread the thread of its run
 * @param run its run
 * @param call its call
 * @param key under which it is done once
 */
public record LedgerEntry(String tool, String thread, String run, String call, String key) {}
