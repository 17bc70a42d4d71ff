/**
 * Classes that the chaos bed adds to the application: tools whose work the ledger does and counts,
 * and failpoints at which the server's writes halt the process, wait or fail. The product does not
 * contain them.
 */
package io.awaken.chaos.inside;
