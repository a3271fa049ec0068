package dev.millrace.http;

/**
 * What the HTTP server has done.
 *
 * @param connections that are open
 * @param connectionsRefused closed at once, because there were too many
 */
public record HttpUse(long connections, long connectionsRefused) {}
