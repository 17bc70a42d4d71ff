/**
 * What the chaos bed deploys beside the application: tools whose work is done, and counted, outside
 * of the server, and named points of its writes at which it can be made to die, to wait or to fail.
 * Nothing of it is in the product.
 */
package io.awaken.chaos.inside;
