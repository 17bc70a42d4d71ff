package com.example.audit;

/**
 * One line of the audit log.
 *
 * @param who the subject that created the run
 * @param run the run
 * @param agent the agent at work
 * @param what the called tool, or {@code run} for the end of the run
 * @param digest SHA-256 of the call's arguments, which may be secret; null for the end of a run
 * @param outcome status or error code of the call, or the kind of termination
 */
public record AuditEntry(
    String who, String run, String agent, String what, String digest, String outcome) {}
