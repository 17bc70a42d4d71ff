/**
 * What every store must do, as abstract suites. A store passes when a subclass that only says how
 * to open it passes.
 */
package io.awaken.contract;
