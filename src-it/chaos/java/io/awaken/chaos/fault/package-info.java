/** Injects faults into the servers and their database during a round of the chaos bed. */
package io.awaken.chaos.fault;
