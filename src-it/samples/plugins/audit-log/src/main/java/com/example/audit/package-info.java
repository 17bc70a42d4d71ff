/** Logs tool calls with their callers, and how runs ended. */
package com.example.audit;
