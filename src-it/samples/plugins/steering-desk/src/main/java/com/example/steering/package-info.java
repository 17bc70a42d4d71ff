/** A desk through which people send messages to active runs. */
package com.example.steering;
