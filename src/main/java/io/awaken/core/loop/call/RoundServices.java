package io.awaken.core.loop.call;

import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.store.suspension.SuspensionStore;
import java.util.function.BooleanSupplier;

/**
 * Services shared by the rounds of all runs. Stateless.
 *
 * @param hooks calls hooks around tool calls
 * @param preparation prepares calls for their tools
 * @param results turns results into messages, events and commits
 * @param transactional settles calls of transactional tools
 * @param runner executes tools
 * @param fanOut the threads of tools
 * @param phases commits the state changes of tools
 * @param suspensions questions of runs and their decisions
 * @param draining whether this node may start no further call
 */
record RoundServices(
    CallHooks hooks,
    CallPreparation preparation,
    CallResults results,
    TransactionalResults transactional,
    ToolRunner runner,
    ToolFanOut fanOut,
    PhaseRunner phases,
    SuspensionStore suspensions,
    BooleanSupplier draining) {}
