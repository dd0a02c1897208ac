import type { PeerEvents } from '@roost/contract/calls';
import { ApiError } from '../../../lib/api/api.ts';
import { askPeer, callSocket } from '../../../lib/socket/socket.ts';
import type { Candidate, Description } from './peer.ts';

/** The delay before a busy server is asked again. */
const REJOIN_DELAY_MS = 1_000;

type Socket = NonNullable<ReturnType<typeof callSocket>>;
export type RoomHandlers = {
  [Name in keyof PeerEvents]: (...payload: Parameters<PeerEvents[Name]>) => void;
};

/** Returns the room's id: the ids of both users, sorted and joined. */
export const roomIdOf = (one: string, other: string): string => [one, other].toSorted().join('_');

/** Creates the socket for rooms early, so that an answered call does not wait for it. */
export function openRooms(): void {
  opened = callSocket();
}

/** Disconnects the socket for rooms after the last call. */
export function closeRooms(): void {
  opened?.disconnect();
  opened = undefined;
}

let opened: Socket | undefined;

/** The room of this tab's call. Unless a method says otherwise, its messages may be lost with the connection. */
export class Room {
  readonly #roomId: string;
  readonly #handlers: RoomHandlers;
  readonly #onRefused: () => void;
  readonly #socket: Socket | undefined;
  #rejoinTimer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(roomId: string, handlers: RoomHandlers, onRefused: () => void) {
    this.#roomId = roomId;
    this.#handlers = handlers;
    this.#onRefused = onRefused;
    this.#socket = opened;
  }

  /** Joins the room now and after every reconnect. */
  enter(): void {
    const socket = this.#socket;
    if (!socket) return this.#onRefused();
    this.#listen(socket);
    socket.on('connect', this.#join);
    if (socket.connected) this.#join();
    else socket.connect();
    return undefined;
  }

  /** Sends a description. Throws an `ApiError` if the server refuses it or does not answer. */
  async describe(description: Description): Promise<void> {
    if (!this.#socket || this.#isOver) return;
    const roomId = this.#roomId;
    if (description.type === 'offer') await askPeer(this.#socket, 'offer', { roomId, description });
    else await askPeer(this.#socket, 'answer', { roomId, description });
  }

  sendCandidate(candidate: Candidate): void {
    this.#openSocket?.emit('ice-candidate', { roomId: this.#roomId, candidate });
  }

  sendStatus(status: { muted: boolean; cameraOff: boolean }): void {
    this.#openSocket?.emit('local-status', { roomId: this.#roomId, ...status });
  }

  /** Requests permission to share the screen. Throws an `ApiError` if the server refuses. */
  async claimScreen(): Promise<void> {
    if (this.#socket) await askPeer(this.#socket, 'screen-start', { roomId: this.#roomId });
  }

  releaseScreen(): void {
    this.#openSocket?.emit('screen-stop', { roomId: this.#roomId });
  }

  leave(): void {
    if (this.#isOver) return;
    this.#openSocket?.emit('leave', { roomId: this.#roomId });
    this.#isOver = true;
    clearTimeout(this.#rejoinTimer);
    // Only this room has listeners on the socket.
    this.#socket?.off();
  }

  get #openSocket(): Socket | undefined {
    return this.#socket?.connected && !this.#isOver ? this.#socket : undefined;
  }

  readonly #join = (): void => {
    const socket = this.#socket;
    clearTimeout(this.#rejoinTimer);
    if (!socket || this.#isOver) return;
    askPeer(socket, 'join', { roomId: this.#roomId }).catch((error: unknown) => {
      // After a lost connection, the reconnect joins again.
      if (!socket.connected || this.#isOver) return;
      if (isFinal(error)) this.#onRefused();
      // If this takes too long, the session's timers end the call.
      else this.#rejoinTimer = setTimeout(this.#join, REJOIN_DELAY_MS);
    });
  };

  #listen(socket: Socket): void {
    const handlers = this.#handlers;
    socket.on('ready', handlers.ready);
    socket.on('offer', handlers.offer);
    socket.on('answer', handlers.answer);
    socket.on('ice-candidate', handlers['ice-candidate']);
    socket.on('peer-muted', handlers['peer-muted']);
    socket.on('peer-camera-off', handlers['peer-camera-off']);
    socket.on('peer-screen-started', handlers['peer-screen-started']);
    socket.on('peer-screen-stopped', handlers['peer-screen-stopped']);
    socket.on('peer-left', handlers['peer-left']);
    socket.on('peer-network-lost', handlers['peer-network-lost']);
    socket.on('error', handlers.error);
  }
}

/** Whether the server refused for good. A rate limit or a server error is temporary. */
function isFinal(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  );
}
