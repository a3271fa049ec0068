package dev.millrace.node;

import dev.millrace.queue.Inquiry;

/** What a slot wants to know of its store. */
public record Asked(int slot, Inquiry inquiry) {}
