/**
 * Who may do what: tokens, certificates, rules, and the decision on every command.
 *
 * <p>Decides only: no I/O, no clock, no gRPC. {@link dev.millrace.node.access.Access} is what an
 * access file says, {@link dev.millrace.node.access.Acl} what each command needs. What isn't
 * allowed by a rule is denied.
 *
 * <p>Invariant: a decision never depends on whether a queue exists.
 */
@NullMarked
package dev.millrace.node.access;

import org.jspecify.annotations.NullMarked;
