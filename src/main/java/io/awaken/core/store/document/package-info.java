/** Documents of agents, models, providers and tools as runs are pinned to them. */
package io.awaken.core.store.document;
