/**
 * The rules for commands to threads and runs, as pure functions over a view that a store has read.
 * A store contains none of these rules: it reads the view, gets a plan, and executes it under a
 * lock or condition that ensures that the view is still valid. No clock, no ids, no I/O: a rule
 * gets every fact before it decides, and the plan is data.
 *
 * <p>Runs begin in three ways: {@code Admission} decides about submissions, {@code
 * RunRules.redrive} about dead letters; messages that an ended run left unread become a run without
 * a rule.
 */
package io.awaken.core.decision;
