package io.awaken.core.plugin.hook;

import io.awaken.core.run.RunIdentity;
import io.awaken.core.state.Snapshot;

/**
 * What the handler of an effect is told beside its payload. Immutable.
 *
 * @param id names the effect for good: a delivery that is repeated after a crash has the same, so
 *     that a receiver can recognise it
 * @param run ids and caller of the run whose commit asked for it
 * @param attempt of its delivery, counted from 1
 * @param state the state after that commit; in a repeated delivery as it is stored now
 */
public record EffectContext(String id, RunIdentity run, int attempt, Snapshot state) {}
