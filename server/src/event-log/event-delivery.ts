import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../kernel/context.ts';
import { isUnavailable } from '../platform/database/failures.ts';
import type { MemberSocket } from '../platform/sockets/publish.ts';
import { traceSending } from '../platform/sockets/trace-sending.ts';
import { queuedPackets } from '../platform/sockets/queued-packets.ts';
import type { Numbered, Outgoing, Presenters } from './presenters.ts';
import { MAX_ENTRIES_PER_READ, entriesAfter, logBounds, logHeads } from './event-log.queries.ts';
import type { EntryItems, LogEntry } from './entries.ts';
import {
  keep,
  makeRecipient,
  readyPositions,
  takeReceivedAfter,
  type Recipient,
} from './recipient.ts';

/** Milliseconds before a failed read is tried again. */
const RETRY_DELAY_MS = 1_000;
/** Packets that may wait in a socket. With more it counts as full. */
const MAX_QUEUED_PACKETS = 500;
/** Milliseconds for which a socket may stay full. Then the server closes it. */
const MAX_FULL_MS = 5_000;
/** Spans to which one delivery is linked. */
const MAX_CAUSES = 16;

/**
 * Delivers event logs to sockets. Each socket gets each entry once and in order: first the missed ones, then new ones. The
 * log is the only source. So reports of new entries may arrive late, twice or in any order. A report that contains exactly
 * the next entries saves a read.
 */
export class EventDelivery {
  readonly #ctx: Context;
  readonly #presenters: Presenters;
  readonly #recipients = new Map<string, Recipient>();

  constructor(ctx: Context, presenters: Presenters) {
    this.#ctx = ctx;
    this.#presenters = presenters;
    ctx.metrics.addGauge(
      {
        name: 'event_delivery_oldest_pending_seconds',
        help: 'How long the oldest event log entries that this process still has to deliver have waited.',
      },
      () => this.#oldestPendingMs() / 1_000,
    );
    const fullest = () => this.#fullestQueue();
    ctx.metrics.addQueue('socket_packets', {
      get size() {
        return fullest();
      },
      maxSize: MAX_QUEUED_PACKETS,
    });
  }

  /** Delivers all entries after `since` to this socket. Without `since`, it delivers only later ones. */
  async subscribe(socket: MemberSocket, since: number | null): Promise<void> {
    const { id } = socket.data.viewer;
    const { cluster } = this.#ctx;
    socket.once('disconnect', () => cluster.unsubscribeFromPerson(id));
    // This comes before the read. Other nodes then report what they append after it.
    await cluster.subscribeToPerson(id);
    const { last, oldest } = await logBounds(this.#ctx, id);
    if (!socket.connected) return;
    const isLost = since !== null && (since > last || since < oldest - 1);
    // The missed entries were deleted, or `since` is of another database. The client has to fetch everything again.
    if (isLost) socket.emit('streamReset', { seq: last });
    else if (since === null) socket.emit('streamStart', { seq: last });
    const recipient = this.#recipients.get(id) ?? makeRecipient();
    this.#recipients.set(id, recipient);
    recipient.positions.set(socket, since === null || isLost ? last : since);
    socket.once('disconnect', () => {
      recipient.positions.delete(socket);
      if (recipient.positions.size === 0 && this.#recipients.get(id) === recipient)
        this.#recipients.delete(id);
    });
    this.wake([id]);
  }

  /** The event logs of these people may have new entries. */
  wake(userIds: readonly string[]): void {
    for (const id of userIds) {
      const recipient = this.#recipients.get(id);
      if (!recipient) continue;
      recipient.isStale = true;
      this.#expect(recipient);
      void this.#run(id, recipient);
    }
  }

  /** Receives committed entries, by person. */
  receive(added: ReadonlyMap<string, LogEntry[]>): void {
    for (const [id, rows] of added) {
      const recipient = this.#recipients.get(id);
      if (!recipient) continue;
      keep(recipient, rows);
      this.#expect(recipient);
      void this.#run(id, recipient);
    }
  }

  /**
   * Finds entries that nobody reported. Another node appended them, or the answer to a commit was lost. It takes one
   * statement for any number of people.
   */
  async recheck(): Promise<void> {
    try {
      for (const { user_id, last_seq } of await logHeads(this.#ctx, [...this.#recipients.keys()])) {
        const positions = this.#recipients.get(user_id)?.positions;
        if (positions && Number(last_seq) > Math.min(...positions.values())) this.wake([user_id]);
      }
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'event logs not checked');
    }
  }

  /** Notes that there is something to deliver, since when, and what caused it. */
  #expect(recipient: Recipient): void {
    recipient.pendingSince ??= performance.now();
    const cause = this.#ctx.traces?.current();
    if (cause !== undefined && recipient.causes.length < MAX_CAUSES) recipient.causes.push(cause);
  }

  async #run(userId: string, recipient: Recipient): Promise<void> {
    if (recipient.isRunning) return;
    recipient.isRunning = true;
    while (
      (recipient.isStale || recipient.received.length > 0) &&
      readyPositions(recipient).length > 0
    ) {
      try {
        await this.#sendNext(userId, recipient);
      } catch (error) {
        this.#ctx.log.warn({ err: error }, 'event log not delivered; delivery is tried again');
        recipient.isStale = true;
        await wait(RETRY_DELAY_MS, undefined, { ref: false });
      }
    }
    recipient.isRunning = false;
    this.#measure(recipient);
  }

  /** The most packets that wait in a socket. */
  #fullestQueue(): number {
    let most = 0;
    for (const { positions } of this.#recipients.values())
      for (const socket of positions.keys()) most = Math.max(most, queuedPackets(socket));
    return most;
  }

  #oldestPendingMs(): number {
    const now = performance.now();
    let oldest = now;
    for (const { pendingSince } of this.#recipients.values())
      if (pendingSince !== null && pendingSince < oldest) oldest = pendingSince;
    return now - oldest;
  }

  /** Sockets that do not read are closed after a time, so they do not count as a delay of this process. */
  #measure(recipient: Recipient): void {
    if (recipient.pendingSince === null) return;
    this.#ctx.metrics.deliveryLag.observe((performance.now() - recipient.pendingSince) / 1_000);
    recipient.pendingSince = null;
  }

  /**
   * Continues from the position of the socket that is furthest behind. It sends received entries, or reads some. It leaves
   * out full sockets, because a tab that does not read must not delay the person's other tabs.
   */
  async #sendNext(userId: string, recipient: Recipient): Promise<void> {
    const { positions } = recipient;
    const from = Math.min(...readyPositions(recipient).map(([, position]) => position));
    const rows = takeReceivedAfter(recipient, from) ?? (await this.#read(userId, recipient, from));
    if (rows.length === 0) {
      recipient.causes = [];
      return;
    }
    // A socket from further behind may have come meanwhile. It would skip entries. It has called `wake`, so it gets a turn.
    const ready = readyPositions(recipient).flatMap(([socket, position]) =>
      position >= from ? [socket] : [],
    );
    const names = () => rows.map(({ name }) => name);
    await traceSending(this.#ctx.traces, names, recipient.causes.splice(0), async () =>
      this.#sendTo(ready, positions, rows),
    );
    for (const socket of ready)
      if (isFull(socket)) this.#pauseUntilDrained(userId, recipient, socket);
  }

  async #sendTo(
    ready: MemberSocket[],
    positions: Recipient['positions'],
    rows: LogEntry[],
  ): Promise<void> {
    const alike = Map.groupBy(ready, ({ data }) => `${data.origin} ${data.isExtended ?? false}`);
    for (const sockets of alike.values()) {
      const [first] = sockets;
      if (!first) continue;
      const outgoing = await this.#present(first, rows);
      for (const socket of sockets) send(socket, positions, rows, outgoing);
    }
  }

  /** Pauses a full socket until it is drained. If it stays full, the server closes it. It can resume from its position. */
  #pauseUntilDrained(userId: string, recipient: Recipient, socket: MemberSocket): void {
    if (recipient.full.has(socket)) return;
    recipient.full.add(socket);
    const closing = setTimeout(() => socket.disconnect(true), MAX_FULL_MS).unref();
    const resume = () => {
      if (isFull(socket)) return;
      clearTimeout(closing);
      recipient.full.delete(socket);
      socket.conn.off('drain', resume);
      socket.off('disconnect', resume);
      this.wake([userId]);
    };
    socket.conn.on('drain', resume);
    socket.on('disconnect', resume);
  }

  async #read(userId: string, recipient: Recipient, from: number): Promise<LogEntry[]> {
    recipient.isStale = false;
    const rows = await entriesAfter(this.#ctx, userId, from);
    // The log may have more.
    if (rows.length === MAX_ENTRIES_PER_READ) recipient.isStale = true;
    return rows;
  }

  /** Leaves out entries whose presenter fails. A broken entry must not block all later ones. */
  async #present(
    { data: { viewer, origin, isExtended = false } }: MemberSocket,
    rows: LogEntry[],
  ): Promise<Map<number, Outgoing[]>> {
    const ctx = { ...this.#ctx, viewer, origin, isExtended };
    const all = new Map<number, Outgoing[]>();
    for (const [name, entries] of Map.groupBy(rows, (row) => row.name)) {
      const present = this.#presenters[name] as (
        context: typeof ctx,
        entries: Numbered<EntryItems[keyof EntryItems]>[],
      ) => Promise<Map<number, Outgoing[]>>;
      try {
        for (const [seq, events] of await present(ctx, entries)) all.set(seq, events);
      } catch (error) {
        if (isUnavailable(error)) throw error;
        this.#ctx.log.error({ err: error, name }, 'entries of an event log not presented');
      }
    }
    return all;
  }
}

function send(
  socket: MemberSocket,
  positions: Map<MemberSocket, number>,
  rows: LogEntry[],
  outgoing: Map<number, Outgoing[]>,
): void {
  let position = positions.get(socket);
  // The socket closed during the read.
  if (position === undefined) return;
  for (const { seq, sent_by } of rows) {
    if (seq <= position) continue;
    position = seq;
    for (const { name, payload, isReceipt = false } of outgoing.get(seq) ?? [])
      if (isReceipt === (sent_by === socket.id))
        (socket.emit as (name: string, payload: unknown) => void)(name, payload);
  }
  positions.set(socket, position);
}

function isFull(socket: MemberSocket): boolean {
  return socket.connected && queuedPackets(socket) > MAX_QUEUED_PACKETS;
}
