/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

/** Receives posted for one source in one context, and messages of that source that nobody has asked for yet. */
final class PeerQueue {
    RecvOperation firstPosted;
    RecvOperation lastPosted;
    Message firstUnexpected;
    Message lastUnexpected;

    void append(RecvOperation receive) {
        receive.previous = lastPosted;
        receive.next = null;
        if (lastPosted == null) {
            firstPosted = receive;
        } else {
            lastPosted.next = receive;
        }
        lastPosted = receive;
    }

    void unlink(RecvOperation receive) {
        RecvOperation before = receive.previous;
        RecvOperation after = receive.nextPosted();
        if (before == null) {
            firstPosted = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            lastPosted = before;
        } else {
            after.previous = before;
        }
        receive.next = null;
        receive.previous = null;
    }

    RecvOperation findPosted(int tag) {
        RecvOperation receive = firstPosted;
        while (receive != null && !receive.accepts(tag)) {
            receive = receive.nextPosted();
        }
        return receive;
    }

    void append(Message message) {
        message.previous = lastUnexpected;
        if (lastUnexpected == null) {
            firstUnexpected = message;
        } else {
            lastUnexpected.next = message;
        }
        lastUnexpected = message;
    }

    void unlink(Message message) {
        if (message.previous == null) {
            firstUnexpected = message.next;
        } else {
            message.previous.next = message.next;
        }
        if (message.next == null) {
            lastUnexpected = message.previous;
        } else {
            message.next.previous = message.previous;
        }
        message.next = null;
        message.previous = null;
    }

    Message findUnexpected(int tag) {
        Message message = firstUnexpected;
        while (message != null && tag != Operation.ANY && message.tag != tag) {
            message = message.next;
        }
        return message;
    }
}
