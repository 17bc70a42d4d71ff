/** A desk at which people talk to runs while they are at work. */
package com.example.steering;
