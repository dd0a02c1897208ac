import { AppError } from '@roost/contract/errors';
import type { LimitName } from '@roost/contract/rate-limits';
import type { ClientEvents } from '@roost/contract/events';
import type { z } from 'zod';
import type { Context, MemberContext } from '../../kernel/context.ts';
import type { BoundedQueue } from '../../kernel/ports.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { parseUntrusted } from '../../lib/parse-untrusted.ts';
import { toAppError } from '../http/errors/errors.ts';
import type { SocketData } from './publish.ts';

/** The sender of an event, and the socket. */
export interface SocketContext extends MemberContext {
  readonly socketId: string;
  readonly tab: string;
  /** Tells whether the socket is still open. An answer may come after its end. */
  readonly isConnected: () => boolean;
  /** Runs this after the answer to the event, also after a refusal. */
  readonly afterwards: (work: () => void) => void;
}

/** The handlers by the name of the event. The acknowledgement contains the result of the handler. */
export type HandlersOf<Events extends Record<keyof Events, (...payload: never[]) => void>> = {
  [Name in keyof Events]: (
    ctx: SocketContext,
    ...payload: Parameters<Events[Name]>
  ) => Promise<object | void>;
};
export type SocketHandlers = HandlersOf<ClientEvents>;

/** The client events that a namespace accepts: their schemas, handlers and limit. */
interface Intake {
  schemas: Record<string, z.ZodTuple>;
  handlers: object;
  /** The limit from which each event takes a point. */
  budget: LimitName;
}

/** The parts of a socket that this file uses, in any namespace. */
interface AnyMemberSocket {
  readonly id: string;
  readonly connected: boolean;
  readonly data: SocketData;
  readonly handshake: { readonly auth: unknown };
  use(listener: (event: unknown[]) => void): unknown;
  emit(name: 'error', payload: { message: string; code: string }): unknown;
  disconnect(close?: boolean): unknown;
}

type Acknowledge = (answer: object) => void;

/** Refused events in one minute. With more, the server closes the socket. Our own client sends none. */
const MAX_REFUSED_PER_MINUTE = 100;
const MINUTE_MS = 60_000;

/** Events of one socket that may wait for earlier ones. */
const MAX_WAITING_EVENTS = 200;
/** How many events of a socket wait or run, for sockets with any. */
const waitingBySocket = new Map<string, number>();

/** The fullest queue of events of a socket. */
export const eventQueue: BoundedQueue = {
  get size() {
    return Math.max(0, ...waitingBySocket.values());
  },
  maxSize: MAX_WAITING_EVENTS,
};

/** Keeps the order of each socket's events. */
const inOrder = new KeyedMutex();

/**
 * Receives every event of a client. It checks the name, the shape, the sender and the limit. It handles events one after
 * the other, in the order in which the client sent them.
 */
export function answerEvents(ctx: Context, socket: AnyMemberSocket, intake: Intake): void {
  const refusedAt: number[] = [];
  const refuse = (error: unknown, name: string, acknowledge: Acknowledge | null) => {
    const { message, code, status } = toAppError(error);
    if (status >= 500) ctx.log.error({ err: error, event: name }, 'socket event failed');
    const now = performance.now();
    refusedAt.push(now);
    while (now - (refusedAt[0] ?? now) > MINUTE_MS) refusedAt.shift();
    if (refusedAt.length > MAX_REFUSED_PER_MINUTE) socket.disconnect(true);
    else if (acknowledge) acknowledge({ ok: false, message, code });
    else socket.emit('error', { message, code });
  };
  // This never calls `next`. The server must not emit a client's event name, because some names have a meaning there.
  socket.use(([first, ...payload]: unknown[]) => {
    const name = String(first);
    const acknowledge =
      typeof payload.at(-1) === 'function' ? (payload.pop() as Acknowledge) : null;
    const waiting = waitingBySocket.get(socket.id) ?? 0;
    if (waiting >= MAX_WAITING_EVENTS)
      return refuse(new AppError('rate_limited'), name, acknowledge);
    waitingBySocket.set(socket.id, waiting + 1);
    const after: (() => void)[] = [];
    void inOrder
      .run([socket.id], async () => {
        await traced(ctx, intake, name, async () =>
          handle(ctx, socket, intake, after, name, payload),
        ).then(
          (answer) => acknowledge?.({ ok: true, ...answer }),
          (error: unknown) => refuse(error, name, acknowledge),
        );
        for (const work of after) work();
      })
      .finally(() => {
        const left = (waitingBySocket.get(socket.id) ?? 1) - 1;
        if (left > 0) waitingBySocket.set(socket.id, left);
        else waitingBySocket.delete(socket.id);
      });
  });
}

/** Each event begins a trace of its own. A client can send any name, so unknown ones share one. */
async function traced<T>(
  { traces }: Context,
  { schemas }: Intake,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!traces) return work();
  const event = Object.hasOwn(schemas, name) ? name : 'unknown';
  const facts = { 'roost.event': event };
  return traces.inSpan(`event ${event}`, { kind: 'server', parent: undefined, facts }, work);
}

async function handle(
  ctx: Context,
  socket: AnyMemberSocket,
  { schemas, handlers, budget }: Intake,
  after: (() => void)[],
  name: string,
  payload: unknown[],
): Promise<object | void> {
  const { viewer } = socket.data;
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  // A client chooses the names of unknown events, and each would be one more value of the label.
  ctx.metrics.eventsReceived.add(schema ? name : 'unknown');
  if (!schema) throw new AppError('bad_input', { message: 'There is no such event.' });
  const parsed = parseUntrusted(schema, payload);
  if (!parsed.success) throw new AppError('bad_input', { message: 'This event is not valid.' });
  // `payload` is the unparsed event. A named sender is checked even if the schema of the event has none.
  const named = [socket.handshake.auth, parsed.data[0], payload[0]];
  if (named.some((each) => namesSomebodyElse(each, viewer.id)))
    throw new AppError('forbidden', { message: 'You can only speak for yourself.' });
  await ctx.limiter.take(budget, viewer.id);
  const handler = (handlers as Record<string, Handler>)[name] as Handler;
  return handler(
    {
      ...ctx,
      ...socket.data,
      isConnected: () => socket.connected,
      afterwards: (work) => after.push(work),
    },
    ...parsed.data,
  );
}

type Handler = (ctx: SocketContext, ...payload: unknown[]) => Promise<object | void>;

/** Compares the ids by which a client names itself. Nothing else uses them. */
function namesSomebodyElse(payload: unknown, viewerId: string): boolean {
  if (typeof payload === 'string') return !isSame(payload, viewerId);
  // Some events need no payload.
  const { senderId, userId } = (payload ?? {}) as { senderId?: unknown; userId?: unknown };
  return [senderId, userId].some((id) => id !== undefined && !isSame(id, viewerId));
}

const isSame = (id: unknown, viewerId: string) =>
  typeof id === 'string' && id.toLowerCase() === viewerId;
