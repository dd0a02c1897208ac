import type { Namespace, Socket } from 'socket.io';
import { AppError } from '@roost/contract/errors';
import { signalEvents, type PeerEvents, type SignalEvents } from '@roost/contract/calls';
import type { Context } from '../../kernel/context.ts';
import { answerEvents, type HandlersOf, type SocketContext } from './client-events.ts';
import type { SocketData } from './publish.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';

/** One person's seat in the room of a call. */
export interface RoomSeat {
  callId: string;
  otherId: string;
  roomId: string;
  /** The tab that is in the call. */
  tab: string;
}

interface FoundSeat {
  seat: RoomSeat;
  /** The person who shares their screen. */
  sharerId: string | null;
}

/** The rules of calls that rooms need. `sockets.ts` joins the two. */
export interface RoomRules {
  /** Finds the sender's seat in a call that is not over. Throws for anybody else. */
  findSeat: (from: SocketData, roomId: string) => Promise<FoundSeat>;
  /** Throws if the other person shares their screen. */
  takeScreen: (seat: RoomSeat, userId: string) => Promise<void>;
  giveScreenBack: (seat: RoomSeat, userId: string) => Promise<boolean>;
  /** A seat became empty. With `left` the person left, with `lost` the connection broke. */
  left: (seat: RoomSeat, userId: string) => void;
  lost: (seat: RoomSeat, userId: string) => void;
}

interface PeerData extends SocketData {
  seat?: RoomSeat;
  /** Offers, answers and candidates sent from this seat. */
  sent?: number;
}
type PeerNamespace = Namespace<SignalEvents, PeerEvents, Record<never, never>, PeerData>;
type PeerSocket = Socket<SignalEvents, PeerEvents, Record<never, never>, PeerData>;

/** Offers, answers and candidates from one seat of a call. No real call needs as many. */
const MAX_SIGNALS = 2_000;
/** Milliseconds for which this node waits for the sockets that other nodes report. */
const ANSWER_TIMEOUT_MS = 1_000;

const seatRoom = ({ callId }: { callId: string }, userId: string) => `call:${callId}:${userId}`;

/**
 * The rooms of calls. Each room has two seats, with one socket each. Events from one seat go to the other. The server
 * neither stores nor logs them.
 */
export class CallRooms {
  readonly #ctx: Context;
  readonly #peers: PeerNamespace;
  readonly #mutex = new KeyedMutex();
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

  /** Accepts sockets from now on. */
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

  /** Removes the sockets of this node from the room of a call that is over. */
  close(callId: string, userIds: string[]): void {
    const seats = userIds.map((userId) => seatRoom({ callId }, userId));
    this.#peers.local.in(seats).socketsLeave(seats);
  }

  async isIn(callId: string, userId: string): Promise<boolean> {
    return (await this.#socketsIn(seatRoom({ callId }, userId))).length > 0;
  }

  async publishNetworkLost(callId: string, userId: string): Promise<void> {
    this.#peers.local
      .in(seatRoom({ callId }, userId))
      .emit('peer-network-lost', { reason: 'connection lost' });
  }

  /** Finds the sockets in a seat, at every node. It fails while other nodes do not answer. */
  async #socketsIn(room: string) {
    return this.#peers.in(room).timeout(ANSWER_TIMEOUT_MS).fetchSockets();
  }

  #needRules(): RoomRules {
    if (!this.#rules) throw new Error('rooms are not open');
    return this.#rules;
  }

  #toOther(seat: RoomSeat) {
    return this.#peers.to(seatRoom(seat, seat.otherId));
  }

  async #join(from: SocketContext, roomId: string): Promise<void> {
    const socket = this.#peers.sockets.get(from.socketId);
    const { findSeat } = this.#needRules();
    const { seat } = await findSeat(from, roomId);
    // Two people who join at once must not both find an empty room.
    await this.#mutex.run([seat.callId], async () => {
      if (!socket?.connected) return;
      const { id } = from.viewer;
      await this.#takeSeat(socket, seat);
      // The call may have ended since the first check. From here on, `close` also removes this socket.
      const { sharerId } = await findSeat(from, roomId).catch(async (error: unknown) => {
        await socket.leave(seatRoom(seat, id));
        throw error;
      });
      if (!(await this.isIn(seat.callId, seat.otherId))) return;
      this.#peers.in([seatRoom(seat, id), seatRoom(seat, seat.otherId)]).emit('ready');
      // A person who returns may have missed the start of the screen share.
      if (sharerId !== null)
        this.#peers
          .in(seatRoom(seat, sharerId === id ? seat.otherId : id))
          .emit('peer-screen-started');
    });
  }

  /** A seat has one socket. A newer socket of the same tab replaces it. A socket of another tab is refused. */
  async #takeSeat(socket: PeerSocket, seat: RoomSeat): Promise<void> {
    const room = seatRoom(seat, socket.data.viewer.id);
    const others = (await this.#socketsIn(room)).filter((each) => each.id !== socket.id);
    if (others.some((each) => each.data.tab !== socket.data.tab))
      throw new AppError('forbidden', { message: 'This call is open in another tab.' });
    for (const each of others) each.leave(room);
    socket.data.seat = seat;
    socket.data.sent = 0;
    await socket.join(room);
  }

  async #leave(seat: RoomSeat, socket: PeerSocket): Promise<void> {
    const { id } = socket.data.viewer;
    await this.#stopScreen(seat, id);
    await socket.leave(seatRoom(seat, id));
    this.#toOther(seat).emit('peer-left');
    this.#needRules().left(seat, id);
  }

  async #stopScreen(seat: RoomSeat, userId: string): Promise<void> {
    if (await this.#needRules().giveScreenBack(seat, userId))
      this.#toOther(seat).emit('peer-screen-stopped');
  }

  /** Runs work for a person in a room. It ignores late events for a closed room, because they are no mistake of the client. */
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
    send: (other: ReturnType<PeerNamespace['to']>) => unknown,
  ): Promise<void> {
    await this.#inRoom(from, roomId, async (seat, { data }) => {
      data.sent = (data.sent ?? 0) + 1;
      if (data.sent > MAX_SIGNALS) throw new AppError('rate_limited');
      send(this.#toOther(seat));
    });
  }
}

const isAt = (socket: PeerSocket, seat: RoomSeat) =>
  socket.rooms.has(seatRoom(seat, socket.data.viewer.id));
