import type { PeerEvents } from '@roost/contract/calls';
import { ApiError } from '../../../lib/api.ts';
import { askPeer, callSocket } from '../../../lib/socket.ts';
import type { Candidate, Description } from './peer.ts';

/** Milliseconds before a server that has no time for it is asked again. */
const AGAIN_MS = 1_000;

type Socket = NonNullable<ReturnType<typeof callSocket>>;
export type RoomHandlers = {
  [Name in keyof PeerEvents]: (...payload: Parameters<PeerEvents[Name]>) => void;
};

/** Both ids, sorted and joined (contract §9). */
export const roomIdOf = (one: string, other: string): string => [one, other].toSorted().join('_');

/** Opens the way to the rooms ahead of need: a call that is answered should not wait for it. */
export function openRooms(): void {
  opened = callSocket();
}

/** Once no call is left. */
export function closeRooms(): void {
  opened?.disconnect();
  opened = undefined;
}

let opened: Socket | undefined;

/** This tab's place in the room of its call. What is said may be lost with the connection, unless it says otherwise. */
export class Room {
  readonly #roomId: string;
  readonly #handlers: RoomHandlers;
  readonly #onRefused: () => void;
  readonly #socket: Socket | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(roomId: string, handlers: RoomHandlers, onRefused: () => void) {
    this.#roomId = roomId;
    this.#handlers = handlers;
    this.#onRefused = onRefused;
    this.#socket = opened;
  }

  /** Enters, and again whenever the connection comes back. */
  enter(): void {
    const socket = this.#socket;
    if (!socket) return this.#onRefused();
    this.#listen(socket);
    socket.on('connect', this.#join);
    if (socket.connected) this.#join();
    else socket.connect();
    return undefined;
  }

  /** Throws an `ApiError` where the server refuses it, or it may not have been heard. */
  async describe(description: Description): Promise<void> {
    if (!this.#socket || this.#isOver) return;
    const roomId = this.#roomId;
    if (description.type === 'offer') await askPeer(this.#socket, 'offer', { roomId, description });
    else await askPeer(this.#socket, 'answer', { roomId, description });
  }

  tellCandidate(candidate: Candidate): void {
    this.#line?.emit('ice-candidate', { roomId: this.#roomId, candidate });
  }

  tellStatus(status: { muted: boolean; cameraOff: boolean }): void {
    this.#line?.emit('local-status', { roomId: this.#roomId, ...status });
  }

  /** Asks whether this side may show its screen; throws an `ApiError` if not. */
  async claimScreen(): Promise<void> {
    if (this.#socket) await askPeer(this.#socket, 'screen-start', { roomId: this.#roomId });
  }

  giveScreenBack(): void {
    this.#line?.emit('screen-stop', { roomId: this.#roomId });
  }

  leave(): void {
    if (this.#isOver) return;
    this.#line?.emit('leave', { roomId: this.#roomId });
    this.#isOver = true;
    clearTimeout(this.#again);
    // Nobody but the room of the one call listens there.
    this.#socket?.off();
  }

  get #line(): Socket | undefined {
    return this.#socket?.connected && !this.#isOver ? this.#socket : undefined;
  }

  readonly #join = (): void => {
    const socket = this.#socket;
    clearTimeout(this.#again);
    if (!socket || this.#isOver) return;
    askPeer(socket, 'join', { roomId: this.#roomId }).catch((error: unknown) => {
      // A connection that broke meanwhile joins when it is back.
      if (!socket.connected || this.#isOver) return;
      if (isFinal(error)) this.#onRefused();
      // Should it take too long, the clocks of the call end it.
      else this.#again = setTimeout(this.#join, AGAIN_MS);
    });
  };

  #listen(socket: Socket): void {
    const heard = this.#handlers;
    socket.on('ready', heard.ready);
    socket.on('offer', heard.offer);
    socket.on('answer', heard.answer);
    socket.on('ice-candidate', heard['ice-candidate']);
    socket.on('peer-muted', heard['peer-muted']);
    socket.on('peer-camera-off', heard['peer-camera-off']);
    socket.on('peer-screen-started', heard['peer-screen-started']);
    socket.on('peer-screen-stopped', heard['peer-screen-stopped']);
    socket.on('peer-left', heard['peer-left']);
    socket.on('peer-network-lost', heard['peer-network-lost']);
    socket.on('error', heard.error);
  }
}

/** The server has looked, and says no: not that it has no time, or can't look just now. */
function isFinal(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  );
}
