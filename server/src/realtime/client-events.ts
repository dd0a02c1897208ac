import { AppError } from '@roost/contract/errors';
import { clientEvents, type ClientEvents } from '@roost/contract/events';
import type { Context, MemberContext } from '../context.ts';
import { toAppError } from '../http/errors.ts';
import type { MemberSocket } from './publish.ts';

/** Who sent an event, and through which socket. */
export interface SocketContext extends MemberContext {
  readonly socketId: string;
}

/** What is done with an event; what it returns is added to the acknowledgement. */
export type SocketHandlers = {
  [Name in keyof ClientEvents]: (
    ctx: SocketContext,
    ...payload: Parameters<ClientEvents[Name]>
  ) => Promise<object | void>;
};

type Acknowledge = (answer: object) => void;

/** Events refused to one socket before it is closed: no client of ours sends even one. */
const MAX_REFUSED = 100;

/** Events of one socket that may wait for those before them. */
const MAX_WAITING = 200;

/**
 * Every event a client sends comes through here: known, of the right shape, in the own name, within the budget. They
 * are done one after the other, so that what was sent first is first.
 */
export function answerEvents(ctx: Context, socket: MemberSocket, handlers: SocketHandlers): void {
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
    last = last
      .then(async () => handle(ctx, socket, handlers, name, payload))
      .then(
        (answer) => acknowledge?.({ ok: true, ...answer }),
        (error: unknown) => refuse(error, name, acknowledge),
      )
      .finally(() => (waiting -= 1));
  });
}

async function handle(
  ctx: Context,
  socket: MemberSocket,
  handlers: SocketHandlers,
  name: string,
  payload: unknown[],
): Promise<object | void> {
  const { viewer, origin } = socket.data;
  if (!Object.hasOwn(clientEvents, name))
    throw new AppError('bad_input', { message: 'There is no such event.' });
  const event = name as keyof ClientEvents;
  const parsed = clientEvents[event].safeParse(payload);
  if (!parsed.success) throw new AppError('bad_input', { message: 'This event is not valid.' });
  const named = [socket.handshake.auth, parsed.data[0]];
  if (named.some((each) => namesSomebodyElse(each, viewer.id)))
    throw new AppError('forbidden', { message: 'You can only speak for yourself.' });
  await ctx.limiter.take('socketEvents', viewer.id);
  const handler = handlers[event] as (
    context: SocketContext,
    ...payload: unknown[]
  ) => Promise<object | void>;
  return handler({ ...ctx, viewer, origin, socketId: socket.id }, ...parsed.data);
}

/** Ids by which a client says who it is (contract §8); they are only ever compared. */
function namesSomebodyElse(payload: unknown, viewerId: string): boolean {
  if (typeof payload === 'string') return payload !== viewerId;
  const { senderId, userId } = payload as { senderId?: unknown; userId?: unknown };
  return [senderId, userId].some((id) => id !== undefined && id !== viewerId);
}
