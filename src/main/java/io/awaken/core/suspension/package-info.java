/**
 * What a suspended tool call asks and how it is answered: ticket, resume mode, decision (features
 * rows 184-186). Plain records without behaviour of a run; tickets are stored through {@code
 * core.store}.
 */
package io.awaken.core.suspension;
