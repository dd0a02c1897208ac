import { AppError } from '@roost/contract/errors';
import type { LimitName } from '@roost/contract/limits';
import type { ClientEvents } from '@roost/contract/events';
import type { z } from 'zod';
import type { Context, MemberContext } from '../context.ts';
import { toAppError } from '../http/errors.ts';
import type { SocketData } from './publish.ts';

/** Who sent an event, and through which socket. */
export interface SocketContext extends MemberContext {
  readonly socketId: string;
  readonly tab: string;
  /** Has this done once the event is answered, also where it is refused. */
  readonly afterwards: (work: () => void) => void;
}

/** Each handler by its event's name; what it returns is added to the acknowledgement. */
export type HandlersOf<Events extends Record<keyof Events, (...payload: never[]) => void>> = {
  [Name in keyof Events]: (
    ctx: SocketContext,
    ...payload: Parameters<Events[Name]>
  ) => Promise<object | void>;
};
export type SocketHandlers = HandlersOf<ClientEvents>;

/** What a namespace takes from clients: each event with its payload and what is done with it. */
interface Intake {
  schemas: Record<string, z.ZodTuple>;
  handlers: object;
  /** What each event is taken from. */
  budget: LimitName;
}

/** What is asked of a socket here, of whichever namespace. */
interface AnyMemberSocket {
  readonly id: string;
  readonly data: SocketData;
  readonly handshake: { readonly auth: unknown };
  use(hear: (event: unknown[]) => void): unknown;
  emit(name: 'error', payload: { message: string; code: string }): unknown;
  disconnect(close?: boolean): unknown;
}

type Acknowledge = (answer: object) => void;

/** Events refused to one socket before it is closed: no client of ours sends even one. */
const MAX_REFUSED = 100;

/** Events of one socket that may wait for those before them. */
const MAX_WAITING = 200;

/**
 * Every event a client sends comes through here: known, of the right shape, in the own name, within the budget. They
 * are done one after the other, so that what was sent first is first.
 */
export function answerEvents(ctx: Context, socket: AnyMemberSocket, intake: Intake): void {
  let refused = 0;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const refuse = (error: unknown, name: string, acknowledge: Acknowledge | null) => {
    const { message, code, status } = toAppError(error);
    if (status >= 500) ctx.log.error({ err: error, event: name }, 'socket event failed');
    refused += 1;
    if (refused > MAX_REFUSED) socket.disconnect(true);
    else if (acknowledge) acknowledge({ ok: false, message, code });
    else socket.emit('error', { message, code });
  };
  // Goes no further: a name from outside is never emitted here, where some names mean something.
  socket.use(([first, ...payload]: unknown[]) => {
    const name = String(first);
    const acknowledge =
      typeof payload.at(-1) === 'function' ? (payload.pop() as Acknowledge) : null;
    if (waiting >= MAX_WAITING) return refuse(new AppError('rate_limited'), name, acknowledge);
    waiting += 1;
    const after: (() => void)[] = [];
    last = last
      .then(async () => handle(ctx, socket, intake, after, name, payload))
      .then(
        (answer) => acknowledge?.({ ok: true, ...answer }),
        (error: unknown) => refuse(error, name, acknowledge),
      )
      .then(() => {
        for (const work of after) work();
      })
      .finally(() => (waiting -= 1));
  });
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
  if (!schema) throw new AppError('bad_input', { message: 'There is no such event.' });
  const parsed = schema.safeParse(payload);
  if (!parsed.success) throw new AppError('bad_input', { message: 'This event is not valid.' });
  // As it was sent, too: a sender is compared also where the event knows none.
  const named = [socket.handshake.auth, parsed.data[0], payload[0]];
  if (named.some((each) => namesSomebodyElse(each, viewer.id)))
    throw new AppError('forbidden', { message: 'You can only speak for yourself.' });
  await ctx.limiter.take(budget, viewer.id);
  const handler = (handlers as Record<string, Handler>)[name] as Handler;
  return handler(
    { ...ctx, ...socket.data, afterwards: (work) => after.push(work) },
    ...parsed.data,
  );
}

type Handler = (ctx: SocketContext, ...payload: unknown[]) => Promise<object | void>;

/** Ids by which a client says who it is (contract §8); they are only ever compared. */
function namesSomebodyElse(payload: unknown, viewerId: string): boolean {
  if (typeof payload === 'string') return !isSame(payload, viewerId);
  const { senderId, userId } = payload as { senderId?: unknown; userId?: unknown };
  return [senderId, userId].some((id) => id !== undefined && !isSame(id, viewerId));
}

const isSame = (id: unknown, viewerId: string) =>
  typeof id === 'string' && id.toLowerCase() === viewerId;
