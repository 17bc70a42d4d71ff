package com.example.audit;

/**
 * One line of the audit log.
 *
 * @param who the subject that asked for the run
 * @param run the run
 * @param agent the agent at work
 * @param what the tool that was called, or {@code run} for the run's ending
 * @param digest SHA-256 of the call's arguments, which may be secret themselves; null for an ending
 * @param outcome how it went
 */
public record AuditEntry(
    String who, String run, String agent, String what, String digest, String outcome) {}
