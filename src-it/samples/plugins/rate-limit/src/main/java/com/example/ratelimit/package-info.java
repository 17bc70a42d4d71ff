/** Limits the tool calls of a conversation per time window. */
package com.example.ratelimit;
