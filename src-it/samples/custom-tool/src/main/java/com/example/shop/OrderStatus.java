package com.example.shop;

import java.time.LocalDate;

/**
 * What the agent is told about an order.
 *
 * @param orderId the order
 * @param state where it is
 * @param delivery when it arrives
 */
public record OrderStatus(String orderId, String state, LocalDate delivery) {}
