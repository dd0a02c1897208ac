import type { Namespace, Socket } from 'socket.io';
import { AppError } from '@roost/contract/errors';
import { signalEvents, type PeerEvents, type SignalEvents } from '@roost/contract/calls';
import type { Context } from '../context.ts';
import { answerEvents, type HandlersOf, type SocketContext } from './client-events.ts';
import type { SocketData } from './publish.ts';
import { Turns } from './turns.ts';

/** Somebody's place in the room of a call. */
export interface RoomSeat {
  callId: string;
  otherId: string;
  roomId: string;
  /** The tab that is in the call. */
  tab: string;
}

interface FoundSeat {
  seat: RoomSeat;
  /** Who shows their screen. */
  sharerId: string | null;
}

/** What calls know and rooms don't; app.ts puts the two together. */
export interface RoomRules {
  /** The place of whoever asks, in a call that goes on; throws for anybody else. */
  findSeat: (from: SocketData, roomId: string) => Promise<FoundSeat>;
  /** Throws where the other one shows theirs. */
  takeScreen: (seat: RoomSeat, userId: string) => Promise<void>;
  giveScreenBack: (seat: RoomSeat, userId: string) => Promise<boolean>;
  /** A place is empty, for now at least: they went by themselves, or their connection did. */
  left: (seat: RoomSeat, userId: string) => void;
  lost: (seat: RoomSeat, userId: string) => void;
}

interface PeerData extends SocketData {
  seat?: RoomSeat;
  /** Offers, answers and candidates sent from this place. */
  sent?: number;
}
type PeerNamespace = Namespace<SignalEvents, PeerEvents, Record<never, never>, PeerData>;
type PeerSocket = Socket<SignalEvents, PeerEvents, Record<never, never>, PeerData>;

/** Offers, answers and candidates from one place in a call; far more than any call has. */
const MAX_SIGNALS = 2_000;
/** Milliseconds in which other nodes say who is in a room there. */
const ANSWERED_WITHIN = 1_000;

const placeOf = ({ callId }: { callId: string }, userId: string) => `call:${callId}:${userId}`;

/**
 * The rooms of calls (contract §9): each has two places, for one socket each, and what is said in one place is heard in
 * the other. Nothing of it is kept or logged.
 */
export class CallRooms {
  readonly #ctx: Context;
  readonly #peers: PeerNamespace;
  readonly #turns = new Turns();
  readonly #handlers: HandlersOf<SignalEvents>;
  #rules: RoomRules | undefined;

  constructor(ctx: Context, peers: PeerNamespace) {
    this.#ctx = ctx;
    this.#peers = peers;
    this.#handlers = {
      join: async (from, { roomId }) => this.#join(from, roomId),
      offer: async (from, { roomId, description }) =>
        this.#signal(from, roomId, (other) => other.emit('offer', { description })),
      answer: async (from, { roomId, description }) =>
        this.#signal(from, roomId, (other) => other.emit('answer', { description })),
      'ice-candidate': async (from, { roomId, candidate }) =>
        this.#signal(from, roomId, (other) => other.emit('ice-candidate', { candidate })),
      'local-status': async (from, { roomId, muted, cameraOff }) =>
        this.#inRoom(from, roomId, async (seat) => {
          this.#toOther(seat).emit('peer-muted', { muted });
          this.#toOther(seat).emit('peer-camera-off', { cameraOff });
        }),
      'screen-start': async (from, { roomId }) =>
        this.#inRoom(from, roomId, async (seat) => {
          await this.#needRules().takeScreen(seat, from.viewer.id);
          this.#toOther(seat).emit('peer-screen-started');
        }),
      'screen-stop': async (from, { roomId }) =>
        this.#inRoom(from, roomId, async (seat) => this.#stopScreen(seat, from.viewer.id)),
      leave: async (from, { roomId }) =>
        this.#inRoom(from, roomId, async (seat, socket) => this.#leave(seat, socket)),
    };
  }

  /** Takes sockets from now on. */
  open(rules: RoomRules): void {
    this.#rules = rules;
    this.#peers.on('connection', (socket) => {
      answerEvents(this.#ctx, socket, {
        schemas: signalEvents,
        handlers: this.#handlers,
        budget: 'callSignals',
      });
      socket.on('disconnecting', () => {
        const { seat, viewer } = socket.data;
        if (seat && isAt(socket, seat)) rules.lost(seat, viewer.id);
      });
    });
  }

  /** The call is over, and nobody at this node is in its room any more. */
  close(callId: string, userIds: string[]): void {
    const places = userIds.map((userId) => placeOf({ callId }, userId));
    this.#peers.local.in(places).socketsLeave(places);
  }

  async isIn(callId: string, userId: string): Promise<boolean> {
    return (await this.#inPlace(placeOf({ callId }, userId))).length > 0;
  }

  async tellLost(callId: string, userId: string): Promise<void> {
    this.#peers.local
      .in(placeOf({ callId }, userId))
      .emit('peer-network-lost', { reason: 'connection lost' });
  }

  /** At whichever node; fails while others can't be asked. */
  async #inPlace(place: string) {
    return this.#peers.in(place).timeout(ANSWERED_WITHIN).fetchSockets();
  }

  #needRules(): RoomRules {
    if (!this.#rules) throw new Error('rooms are not open');
    return this.#rules;
  }

  #toOther(seat: RoomSeat) {
    return this.#peers.to(placeOf(seat, seat.otherId));
  }

  async #join(from: SocketContext, roomId: string): Promise<void> {
    const socket = this.#peers.sockets.get(from.socketId);
    const { findSeat } = this.#needRules();
    const { seat } = await findSeat(from, roomId);
    // Two who come at once must not both find themselves alone.
    await this.#turns.take([seat.callId], async () => {
      if (!socket?.connected) return;
      const { id } = from.viewer;
      await this.#take(socket, seat);
      // It can have ended since it was looked at; from here on it is closed with us in it.
      const { sharerId } = await findSeat(from, roomId).catch(async (error: unknown) => {
        await socket.leave(placeOf(seat, id));
        throw error;
      });
      if (!(await this.isIn(seat.callId, seat.otherId))) return;
      this.#peers.in([placeOf(seat, id), placeOf(seat, seat.otherId)]).emit('ready');
      // Whoever comes back may have missed its beginning.
      if (sharerId !== null)
        this.#peers
          .in(placeOf(seat, sharerId === id ? seat.otherId : id))
          .emit('peer-screen-started');
    });
  }

  /** One socket for each place: the same tab's newest, else whoever was first. */
  async #take(socket: PeerSocket, seat: RoomSeat): Promise<void> {
    const place = placeOf(seat, socket.data.viewer.id);
    const others = (await this.#inPlace(place)).filter((each) => each.id !== socket.id);
    if (others.some((each) => each.data.tab !== socket.data.tab))
      throw new AppError('forbidden', { message: 'This call is open in another tab.' });
    for (const each of others) each.leave(place);
    socket.data.seat = seat;
    socket.data.sent = 0;
    await socket.join(place);
  }

  async #leave(seat: RoomSeat, socket: PeerSocket): Promise<void> {
    const { id } = socket.data.viewer;
    await this.#stopScreen(seat, id);
    await socket.leave(placeOf(seat, id));
    this.#toOther(seat).emit('peer-left');
    this.#needRules().left(seat, id);
  }

  async #stopScreen(seat: RoomSeat, userId: string): Promise<void> {
    if (await this.#needRules().giveScreenBack(seat, userId))
      this.#toOther(seat).emit('peer-screen-stopped');
  }

  /** For whoever is in a room; what comes late into one that is closed is nobody's mistake, and unheard. */
  async #inRoom(
    from: SocketContext,
    roomId: string,
    work: (seat: RoomSeat, socket: PeerSocket) => Promise<void>,
  ): Promise<void> {
    const socket = this.#peers.sockets.get(from.socketId);
    if (!socket) return;
    const { seat } = socket.data;
    if (seat?.roomId !== roomId)
      throw new AppError('forbidden', { message: 'You are not in this room.' });
    if (isAt(socket, seat)) await work(seat, socket);
  }

  async #signal(
    from: SocketContext,
    roomId: string,
    say: (other: ReturnType<PeerNamespace['to']>) => unknown,
  ): Promise<void> {
    await this.#inRoom(from, roomId, async (seat, { data }) => {
      data.sent = (data.sent ?? 0) + 1;
      if (data.sent > MAX_SIGNALS) throw new AppError('rate_limited');
      say(this.#toOther(seat));
    });
  }
}

const isAt = (socket: PeerSocket, seat: RoomSeat) =>
  socket.rooms.has(placeOf(seat, socket.data.viewer.id));
