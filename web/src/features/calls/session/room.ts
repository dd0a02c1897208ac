import type { PeerEvents, SignalEvents } from '@roost/contract/calls';
import { askPeer, callSocket } from '../../../lib/socket.ts';

type Signal = keyof SignalEvents;
type Said<Name extends Signal> = Omit<Parameters<SignalEvents[Name]>[0], 'roomId'>;
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

/** This tab's place in the room of its call. */
export class Room {
  readonly #roomId: string;
  readonly #handlers: RoomHandlers;
  readonly #onRefused: () => void;
  readonly #socket: Socket | undefined;
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
    socket.onAny(this.#hear);
    socket.on('connect', this.#join);
    if (socket.connected) this.#join();
    else socket.connect();
    return undefined;
  }

  /** Says something that may be lost with the connection. */
  say<Name extends Signal>(name: Name, said: Said<Name>): void {
    if (!this.#socket?.connected || this.#isOver) return;
    const emit = this.#socket.emit.bind(this.#socket) as (name: string, payload: object) => void;
    emit(name, { ...said, roomId: this.#roomId });
  }

  /** Asks whether this side may show its screen; throws an `ApiError` if not. */
  async claimScreen(): Promise<void> {
    if (this.#socket) await askPeer(this.#socket, 'screen-start', { roomId: this.#roomId });
  }

  leave(): void {
    if (this.#isOver) return;
    this.say('leave', {});
    this.#isOver = true;
    this.#socket?.offAny(this.#hear);
    this.#socket?.off('connect', this.#join);
  }

  readonly #join = (): void => {
    const socket = this.#socket;
    if (!socket || this.#isOver) return;
    askPeer(socket, 'join', { roomId: this.#roomId }).catch(() => {
      // A connection that broke meanwhile joins when it is back.
      if (socket.connected && !this.#isOver) this.#onRefused();
    });
  };

  readonly #hear = (name: string, ...payload: unknown[]): void => {
    if (!Object.hasOwn(this.#handlers, name)) return;
    const handle = this.#handlers[name as keyof PeerEvents] as (...payload: unknown[]) => void;
    handle(...payload);
  };
}
