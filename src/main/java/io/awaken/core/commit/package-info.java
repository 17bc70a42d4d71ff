/**
 * The ports through which threads and runs are written and read. Everything that a running run
 * writes goes through {@link io.awaken.core.commit.RunCommit}, fenced by the thread row (guardrail
 * G2). Stores implement these ports and pass one contract suite.
 */
package io.awaken.core.commit;
