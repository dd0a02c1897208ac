import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@roost/contract/errors';
import { refuseConnection } from '../errors/raw-refusal.ts';

/** Time limits for senders and readers. */
export interface RequestTimeouts {
  /** For the whole body of a request, unless it is an upload. */
  bodyMs: number;
  /** In each such period an upload must bring `minUploadBytes`. */
  uploadWindowMs: number;
  minUploadBytes: number;
  /** For a client that reads nothing of its answer. */
  readStallMs: number;
  /** Between two checks of all open requests. */
  sweepIntervalMs: number;
}

export const defaultTimeouts: RequestTimeouts = {
  bodyMs: 15_000,
  uploadWindowMs: 15_000,
  // 4 KB a second. The slowest mobile networks reach this.
  minUploadBytes: 61_440,
  readStallMs: 60_000,
  sweepIntervalMs: 2_500,
};

const uploads = new WeakSet<IncomingMessage>();

/** Marks a request as an upload. It has no total time limit, but it must keep the minimum speed. */
export function expectUpload(request: IncomingMessage): void {
  uploads.add(request);
}

/** A request whose body is still arriving, or whose answer is not complete. */
export class OpenRequest {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #began: number;
  #checked: number;
  #received: number;
  #sent = -1;
  #sentAt: number;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
    this.#began = performance.now();
    this.#checked = this.#began;
    this.#sentAt = this.#began;
    this.#received = request.socket.bytesRead;
  }

  /** Whether the server waits for the rest of its body. Uploads of members do not count. */
  isWaiting(): boolean {
    return !this.#request.complete && !uploads.has(this.#request);
  }

  /** The server may answer before the whole body has arrived. The rest of the body may be slow too. */
  isOver(): boolean {
    const { complete, socket } = this.#request;
    return socket.destroyed || (complete && this.#response.closed);
  }

  isTooSlow(now: number, timeouts: RequestTimeouts): boolean {
    if (this.#request.complete) return this.#isUnread(now, timeouts);
    if (this.isWaiting()) return now - this.#began > timeouts.bodyMs;
    return this.#isSlowUpload(now, timeouts);
  }

  /** Closes the connection. Sends the reason first if no answer has started. */
  cut(): void {
    const { socket } = this.#request;
    if (this.#response.headersSent || this.#response.socket !== socket) {
      socket.destroy();
      return;
    }
    const message = 'The request took too long to arrive.';
    refuseConnection(socket, new AppError('bad_input', { message }), 408);
    socket.destroySoon();
  }

  #isSlowUpload(now: number, { uploadWindowMs, minUploadBytes }: RequestTimeouts): boolean {
    if (now - this.#checked < uploadWindowMs) return false;
    const { bytesRead } = this.#request.socket;
    const count = bytesRead - this.#received;
    this.#checked = now;
    this.#received = bytesRead;
    // If unread bytes wait, the server is slow and not the sender.
    return count < minUploadBytes && this.#request.readableLength === 0;
  }

  #isUnread(now: number, { readStallMs }: RequestTimeouts): boolean {
    const { socket } = this.#response;
    if (!socket || socket.writableLength === 0 || socket.bytesWritten !== this.#sent) {
      this.#sent = socket?.bytesWritten ?? -1;
      this.#sentAt = now;
      return false;
    }
    return now - this.#sentAt > readStallMs;
  }
}
