/**
 * Rules of single documents: one JSON schema per kind, and code for what schemas cannot express.
 * References between documents are checked after all are read.
 */
package io.awaken.config.rules;
