import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { isUnavailable } from '../db/failures.ts';
import type { Numbered, Outgoing, Presenters } from '../streams/presenters.ts';
import {
  BATCH,
  entriesAfter,
  streamBounds,
  streamHeads,
  type StreamRow,
} from '../streams/stream.queries.ts';
import type { StreamEvents } from '../streams/stream-events.ts';
import type { MemberSocket } from './publish.ts';

/** Milliseconds before what could not be read is tried again. */
const RETRY_AFTER = 1_000;
/** Packets that may wait in a socket before more is read for it. */
const MAX_BUFFERED = 500;
const DRAIN_POLL = 50;
/** Milliseconds a socket may stay that full. */
const PATIENCE = 5_000;

/** The open sockets of one person on this node, each at its own place in the person's stream. */
interface Tail {
  /** How far each socket has been sent. */
  readonly places: Map<MemberSocket, number>;
  isRunning: boolean;
  /** Something was, or may have been, added since the stream was last read. */
  isStale: boolean;
  /** What we were told was added, in order and without a gap; sent unread where it goes on from a place. */
  news: StreamRow[];
}

/**
 * Sends people's streams to their sockets: what was missed first, then what comes, each entry once to each socket and
 * in order. The stream is the only source, so it does not matter where or in what order news of it arrives; news that
 * brings along just what comes next saves reading it.
 */
export class Tails {
  readonly #ctx: Context;
  readonly #presenters: Presenters;
  readonly #tails = new Map<string, Tail>();

  constructor(ctx: Context, presenters: Presenters) {
    this.#ctx = ctx;
    this.#presenters = presenters;
  }

  /** Sends this socket all after `since`, or only what is added from now on. */
  async follow(socket: MemberSocket, since: number | null): Promise<void> {
    const { id } = socket.data.viewer;
    const { nodes } = this.#ctx;
    socket.once('disconnect', () => nodes.leave(id));
    // Before the stream is read: what is added from then on is told.
    await nodes.follow(id);
    const { last, oldest } = await streamBounds(this.#ctx, id);
    if (!socket.connected) return;
    const isLost = since !== null && (since > last || since < oldest - 1);
    // What it missed is no longer kept, or is not of this database: it has to fetch everything anew.
    if (isLost) socket.emit('streamReset', { seq: last });
    else if (since === null) socket.emit('streamStart', { seq: last });
    const tail = this.#tails.get(id) ?? makeTail();
    this.#tails.set(id, tail);
    tail.places.set(socket, since === null || isLost ? last : since);
    socket.once('disconnect', () => {
      tail.places.delete(socket);
      if (tail.places.size === 0 && this.#tails.get(id) === tail) this.#tails.delete(id);
    });
    this.wake([id]);
  }

  /** Something may have been added to these people's streams. */
  wake(userIds: readonly string[]): void {
    for (const id of userIds) {
      const tail = this.#tails.get(id);
      if (!tail) continue;
      tail.isStale = true;
      void this.#run(id, tail);
    }
  }

  /** This was added to people's streams, and is committed. */
  hear(added: ReadonlyMap<string, StreamRow[]>): void {
    for (const [id, rows] of added) {
      const tail = this.#tails.get(id);
      if (!tail) continue;
      note(tail, rows);
      void this.#run(id, tail);
    }
  }

  /**
   * Looks whether anything was added that nobody told us of: by another node, or by a commit whose answer was lost.
   * One statement, whatever the number of people.
   */
  async recheck(): Promise<void> {
    try {
      for (const { user_id, last_seq } of await streamHeads(this.#ctx, [...this.#tails.keys()])) {
        const places = this.#tails.get(user_id)?.places;
        if (places && Number(last_seq) > Math.min(...places.values())) this.wake([user_id]);
      }
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'streams could not be looked at');
    }
  }

  async #run(userId: string, tail: Tail): Promise<void> {
    if (tail.isRunning) return;
    tail.isRunning = true;
    while ((tail.isStale || tail.news.length > 0) && tail.places.size > 0) {
      try {
        await this.#sendNext(userId, tail);
      } catch (error) {
        this.#ctx.log.warn({ err: error }, 'stream not sent; will be tried again');
        tail.isStale = true;
        await wait(RETRY_AFTER, undefined, { ref: false });
      }
    }
    tail.isRunning = false;
  }

  /** Goes on from the place of the one furthest behind: with the news, or with what is read. */
  async #sendNext(userId: string, tail: Tail): Promise<void> {
    const { places } = tail;
    const from = Math.min(...places.values());
    const rows = newsAfter(tail, from) ?? (await this.#read(userId, tail, from));
    if (rows.length === 0) return;
    // One that came meanwhile, from further behind, would skip what was not read; it has woken us for its own turn.
    const ready = [...places.keys()].filter((socket) => (places.get(socket) ?? 0) >= from);
    const byOrigin = Map.groupBy(ready, (socket) => socket.data.origin);
    for (const sockets of byOrigin.values()) {
      const [first] = sockets;
      if (!first) continue;
      const outgoing = await this.#present(first, rows);
      for (const socket of sockets) send(socket, places, rows, outgoing);
    }
    await drained([...places.keys()]);
  }

  async #read(userId: string, tail: Tail, from: number): Promise<StreamRow[]> {
    tail.isStale = false;
    const rows = await entriesAfter(this.#ctx, userId, from);
    // There may be more.
    if (rows.length === BATCH) tail.isStale = true;
    return rows;
  }

  /** What a row can't be shown as is left out, lest one that is broken keep all after it from being sent. */
  async #present(
    { data: { viewer, origin } }: MemberSocket,
    rows: StreamRow[],
  ): Promise<Map<number, Outgoing[]>> {
    const ctx = { ...this.#ctx, viewer, origin };
    const all = new Map<number, Outgoing[]>();
    for (const [name, entries] of Map.groupBy(rows, (row) => row.name)) {
      const present = this.#presenters[name] as (
        context: typeof ctx,
        entries: Numbered<StreamEvents[keyof StreamEvents]>[],
      ) => Promise<Map<number, Outgoing[]>>;
      try {
        for (const [seq, events] of await present(ctx, entries)) all.set(seq, events);
      } catch (error) {
        if (isUnavailable(error)) throw error;
        this.#ctx.log.error({ err: error, name }, 'entries of a stream could not be shown');
      }
    }
    return all;
  }
}

function makeTail(): Tail {
  return { places: new Map(), isRunning: false, isStale: false, news: [] };
}

/** Keeps what was added, unless something is missing before it: then it has to be read. */
function note(tail: Tail, rows: StreamRow[]): void {
  const first = rows[0]?.seq ?? 0;
  const before = tail.news.at(-1)?.seq ?? first - 1;
  if (first === before + 1 && tail.news.length + rows.length <= BATCH) tail.news.push(...rows);
  else {
    tail.news = [];
    tail.isStale = true;
  }
}

/** Takes the news out, if it holds what comes next after this place; null where that has to be read. */
function newsAfter(tail: Tail, from: number): StreamRow[] | null {
  const { news } = tail;
  tail.news = [];
  const first = news[0]?.seq ?? 0;
  const last = news.at(-1)?.seq ?? 0;
  // Heard late: it was read already.
  if (news.length > 0 && last <= from && !tail.isStale) return [];
  return news.length > 0 && first <= from + 1 && last > from ? news : null;
}

function send(
  socket: MemberSocket,
  places: Map<MemberSocket, number>,
  rows: StreamRow[],
  outgoing: Map<number, Outgoing[]>,
): void {
  let place = places.get(socket);
  // It closed while the rows were read.
  if (place === undefined) return;
  for (const { seq, sent_by } of rows) {
    if (seq <= place) continue;
    place = seq;
    for (const { name, payload, isReceipt = false } of outgoing.get(seq) ?? [])
      if (isReceipt === (sent_by === socket.id))
        (socket.emit as (name: string, payload: unknown) => void)(name, payload);
  }
  places.set(socket, place);
}

/**
 * Waits until nobody is far behind on the wire: a long stream must not be held in memory for a slow reader. Who stays
 * behind is let go, to come back and go on from their place, lest their other tabs wait for it.
 */
async function drained(sockets: MemberSocket[]): Promise<void> {
  for (let waited = 0; sockets.some(isFull); waited += DRAIN_POLL) {
    if (waited >= PATIENCE)
      for (const socket of sockets) if (isFull(socket)) socket.disconnect(true);
    await wait(DRAIN_POLL, undefined, { ref: false });
  }
}

function isFull(socket: MemberSocket): boolean {
  const { writeBuffer } = socket.conn as unknown as { writeBuffer?: unknown[] };
  return socket.connected && (writeBuffer?.length ?? 0) > MAX_BUFFERED;
}
