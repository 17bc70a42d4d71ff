/**
 * What a part of a plugin gets when it is called: the run, its state, the sections of the agent's
 * document, a summary at the end, and a way to emit events.
 */
package io.awaken.core.plugin.context;
