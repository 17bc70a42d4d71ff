package io.awaken.core.plugin.hook;

import io.awaken.core.run.RunIdentity;
import io.awaken.core.state.Snapshot;

/**
 * What the handler of an effect gets beside its payload. Immutable.
 *
 * @param id identifies the effect permanently: a repeated delivery after a crash has this id too,
 *     so that a receiver can detect it
 * @param run ids and caller of the run whose commit requested it
 * @param attempt of its delivery, counted from 1
 * @param state the state after that commit; in a repeated delivery the state stored now
 */
public record EffectContext(String id, RunIdentity run, int attempt, Snapshot state) {}
