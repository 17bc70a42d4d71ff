/** Documents of agents, models, providers and tools to which runs are pinned. */
package io.awaken.core.store.document;
