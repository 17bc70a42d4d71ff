package com.example.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.plugin.context.RunSummary;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.state.EffectKey;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Writes a line for each tool call and for each ended run. The line of a call is an effect: it is
 * written only after the call's result is committed, so that the log never contains a call that a
 * crash has undone. The line of a run is written after its end is stored.
 */
@Dependent
public class AuditLog implements Plugin {

  private static final EffectKey<AuditEntry> RECORD =
      EffectKey.of("audit-log.record", AuditEntry.class);

  private final AuditTrail trail;

  @Inject
  public AuditLog(AuditTrail trail) {
    this.trail = trail;
  }

  /** Also audits the agents that this one calls or hands over to. */
  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("audit-log").inheritedByChildren();
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerEffect(RECORD, (entry, after) -> trail.write(after.id(), entry));
    registrar.registerPhaseHook(Phase.AFTER_TOOL_EXECUTE, AuditLog::called);
    registrar.afterRun(this::ended);
  }

  private static StateCommand called(PhaseContext context) {
    AuditEntry entry =
        entry(
            context.run(),
            context.call().name(),
            digest(context.call().arguments()),
            outcome(context.result()));
    return StateCommand.none().emit(RECORD, entry);
  }

  private void ended(RunSummary summary) throws IOException {
    trail.write(
        summary.run().runId().value(),
        entry(summary.run(), "run", null, summary.termination().getClass().getSimpleName()));
  }

  private static AuditEntry entry(RunIdentity run, String what, String digest, String outcome) {
    return new AuditEntry(
        run.caller().subject(), run.runId().value(), run.agentId(), what, digest, outcome);
  }

  /** Prefers the error code to the status; an error's text may contain secrets. */
  private static String outcome(ToolResult result) {
    return result.code() == null ? result.status().wire() : result.code();
  }

  private static String digest(JsonNode arguments) {
    try {
      byte[] text = arguments.toString().getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
