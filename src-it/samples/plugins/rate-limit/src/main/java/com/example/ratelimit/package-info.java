/** Limits how many tools a conversation may call in some time. */
package com.example.ratelimit;
