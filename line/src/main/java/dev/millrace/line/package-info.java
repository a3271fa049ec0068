/**
 * The line: a stream of calls on a connection of its own, without HTTP/2. It carries the messages
 * of {@code Stream}, and means what that means; a client that doesn't know it loses nothing but
 * speed.
 *
 * <p><b>Data.</b> Each side begins with a {@link dev.millrace.line.Line#preface preface}, and sends
 * frames from then on: a byte that says what it is, four bytes of length, the body.
 *
 * <pre>
 *   client                                  server
 *   preface, OPEN (fields)           →
 *                                    ←      preface
 *   MESSAGE (BatchRequest)           →
 *                                    ←      MESSAGE (BatchReply)
 *   PING                            ↔       PONG
 *   END                              →      no more calls
 *                                    ←      END (Problem, or nothing), and the client closes
 * </pre>
 *
 * <p><b>Seams.</b> Bytes only: both sides bring their own sockets and messages.
 *
 * <p><b>Invariants.</b> A frame takes memory as its bytes arrive, whatever its length says. What is
 * no frame ends the connection.
 */
@NullMarked
package dev.millrace.line;

import org.jspecify.annotations.NullMarked;
