/** What is done to the servers and their database in a round of the chaos bed. */
package io.awaken.chaos.fault;
