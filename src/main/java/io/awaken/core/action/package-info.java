/**
 * The vocabulary in which plugins and tools talk to the runtime: the state keys that the runtime
 * itself keeps, and the actions that anybody may schedule. How they are carried out is not known
 * here.
 */
package io.awaken.core.action;
