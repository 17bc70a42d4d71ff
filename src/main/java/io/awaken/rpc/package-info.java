/**
 * JSON-RPC 2.0 messages, and processes that exchange messages as lines. Knows no protocol that uses
 * them.
 */
package io.awaken.rpc;
