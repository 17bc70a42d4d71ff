/** Injects faults into the servers and their databases during a round of the chaos bed. */
package io.awaken.chaos.fault;
