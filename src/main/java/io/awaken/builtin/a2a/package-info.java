/**
 * Agents of other servers over A2A 1.0 (protocols.md section 3): their cards, both bindings, tasks
 * that outlive this server, questions.
 */
package io.awaken.builtin.a2a;
