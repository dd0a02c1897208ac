import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyEndpoint, Received } from '@roost/contract/endpoint';
import { AppError } from '@roost/contract/errors';
import { hasRole } from '@roost/contract/users';
import type { z } from 'zod';
import type { Context, MemberContext } from '../../kernel/context.ts';
import { bodyLimitOf, leaveBodyUnread } from './bodies.ts';
import { readToken } from './security/cookie.ts';
import { withIdempotency, type Replay } from './idempotency/idempotency.ts';
import { RequestQueue } from './limits/request-queue.ts';
import { allowanceHeaders } from './limits/rate-limiter.ts';
import { networkKey } from './limits/network-key.ts';
import { Form, type ReserveUpload } from './uploads/multipart.ts';
import { expectUpload } from './limits/request-timeouts.ts';
import { originOf } from './security/origin.ts';
import { parseInput } from './parse-input.ts';
import type { PreparedMedia } from './uploads/prepared-media.ts';
import type { Upload } from './uploads/uploads.ts';
import type { FindViewer } from './find-viewer.ts';

/** The raw request and answer, for handlers that need more than the parsed input. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The prepared pictures and videos of the request. They are kept if the handler inserts rows for them. */
  files: readonly PreparedMedia[];
}

type ContextFor<E extends AnyEndpoint> = E['auth'] extends 'member' ? MemberContext : Context;
/** The route adds `status: 'success'`. */
type Returned<E extends AnyEndpoint> = DistributiveOmit<z.input<E['response']>, 'status'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

type Handler<E extends AnyEndpoint> = (
  ctx: ContextFor<E>,
  input: Received<E>,
  exchange: Exchange,
) => Promise<Returned<E>> | Returned<E>;

/** Binds an endpoint to its handler. Session, limits, validation and the shape of the answer are the same for all. */
export type Route = <E extends AnyEndpoint>(
  endpoint: E,
  handler: Handler<E>,
  replay?: Replay<Returned<E>>,
) => void;

/** Handles the files of a request. `media/` provides it, because the platform is below it. */
interface FileIntake {
  /** Reserves quota and disk space for the files of a request. */
  reserve: ReserveUpload;
  /** Converts all files or none. Writes no rows. */
  prepare(
    ctx: MemberContext,
    uploads: readonly Upload[],
    reserved: number,
  ): Promise<PreparedMedia[]>;
  /** Deletes the files without rows. Returns whether the handler inserted any row. */
  discardUnused(ctx: Context, prepared: readonly PreparedMedia[]): Promise<boolean>;
}

/** Answers an endpoint like its route, session and budget included, on behalf of a request for a document. */
export type Ask = (
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>;

type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

interface RouteParts {
  /** Every endpoint that has a handler, with a function that answers it without params, query or body. */
  bound: Map<AnyEndpoint, Answering>;
  intake: FileIntake;
  findViewer: FindViewer;
  /** Throws if a person of the staff must not use the rights of their role. `auth/` provides it. */
  assertStaff: (ctx: Context, userId: string) => Promise<void>;
  /** A request that would wait longer for a slot is refused. The default is that of `RequestQueue`. */
  maxWaitMs?: number | undefined;
}

/** For documents that contain start data. */
export function makeAsk(bound: ReadonlyMap<AnyEndpoint, Answering>): Ask {
  return async (endpoint, request, reply) => {
    const answering = bound.get(endpoint);
    if (!answering) throw new Error(`${endpoint.method} ${endpoint.path} has no handler`);
    return answering(request, reply);
  };
}

export function makeRoute(
  app: FastifyInstance,
  base: Context,
  { bound, intake, findViewer, assertStaff, maxWaitMs }: RouteParts,
): Route {
  const queue = new RequestQueue(base, maxWaitMs);
  base.metrics.addQueue('requests', queue.waiting);
  base.metrics.addGauge(
    { name: 'http_requests_working', help: 'Requests that this process works on now.' },
    () => queue.working,
  );
  return (endpoint, handler, replay) => {
    if (bound.has(endpoint)) throw new Error(`${endpoint.method} ${endpoint.path} is bound twice`);
    bound.set(endpoint, async (request, reply) => {
      await admit(base, endpoint, { findViewer, assertStaff, request });
      const input = parseInput(endpoint, { params: {}, query: {}, body: undefined });
      const ctx = contextOf(base, request);
      const answer = await queue.run(networkKey(request.ip), async () =>
        handler(ctx as never, input, { request, reply, files: [] }),
      );
      return { status: 'success', ...answer };
    });
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: bodyLimitOf(endpoint),
      // This runs before the body is read, so the server parses no bytes of strangers.
      onRequest: async (request, reply) => {
        if (isQueued(endpoint)) queue.assertRoom(networkKey(request.ip));
        await admit(base, endpoint, { findViewer, assertStaff, request, reply });
        if (endpoint.encoding === 'multipart') expectUpload(request.raw);
      },
      handler: async (request, reply) => {
        const ctx = contextOf(base, request);
        const binding = { endpoint, handler, replay, intake, queue };
        const answer = await answerTo(ctx, binding, request, reply);
        return reply.code(statusOf(endpoint, answer)).send({ status: 'success', ...answer });
      },
    });
  };
}

function statusOf(endpoint: AnyEndpoint, answer: unknown): number {
  return endpoint.isPending?.(answer) ? 202 : (endpoint.status ?? 200);
}

interface Binding<E extends AnyEndpoint> {
  endpoint: E;
  handler: Handler<E>;
  replay: Replay<Returned<E>> | undefined;
  intake: FileIntake;
  queue: RequestQueue;
}

async function answerTo<E extends AnyEndpoint>(
  ctx: Context,
  { endpoint, handler, replay, intake, queue }: Binding<E>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Returned<E>> {
  const isForm = endpoint.encoding === 'multipart';
  if (!isForm && request.isMultipart()) throw new AppError('unsupported_media_type');
  await using form = isForm ? await Form.read(ctx, endpoint, request, intake.reserve) : null;
  const body = form ? Object.fromEntries(form.fields) : request.body;
  const input = parseInput(endpoint, { params: request.params, query: request.query, body });
  return await withFiles(ctx, intake, form, async (files) => {
    const work = async (inner: Context) =>
      handler(inner as never, input, { request, reply, files });
    const answer = async () =>
      withIdempotency(ctx, endpoint, request, comparableInput(input, form), work, replay);
    return isQueued(endpoint) ? queue.run(networkKey(request.ip), answer) : answer();
  });
}

/** Prepares the files before any transaction opens, and deletes those that the handler did not use. */
async function withFiles<T>(
  ctx: Context,
  intake: FileIntake,
  form: Form | null,
  work: (files: readonly PreparedMedia[]) => Promise<T>,
): Promise<T> {
  if (!form?.reservation || form.files.length === 0) return work([]);
  const { reservation } = form;
  const files = await intake.prepare(ctx as MemberContext, form.files, reservation.reserved);
  try {
    return await work(files);
  } finally {
    reservation.isKept = await intake.discardUnused(ctx, files);
  }
}

/** The input by which two requests with one idempotency key are compared. Files count by field, name and size. */
function comparableInput(input: object, form: Form | null): object {
  if (!form || form.files.length === 0) return input;
  return { ...input, files: form.files.map(({ field, name, bytes }) => [field, name, bytes]) };
}

/** Finds the session and takes from the budget. Adds the headers of the budget to `reply`. */
async function admit(
  base: Context,
  endpoint: AnyEndpoint,
  {
    findViewer,
    assertStaff,
    request,
    reply,
  }: Pick<RouteParts, 'findViewer' | 'assertStaff'> & {
    request: FastifyRequest;
    reply?: FastifyReply;
  },
) {
  const viewer = await findViewer(base, readToken(base.config, request), request.ip);
  request.viewer = viewer;
  // Before the budget, whose headers would tell this path from an unknown one. The body stays unread there, too.
  if (endpoint.staff && viewer && !hasRole(viewer.role, endpoint.staff)) {
    if (reply) leaveBodyUnread(request, reply);
    throw new AppError('not_found');
  }
  // Open endpoints count by address for members too, because each new account would be a new budget.
  const key = endpoint.auth === 'member' && viewer ? viewer.id : networkKey(request.ip);
  // Members have no limit on endpoints without a budget. Strangers then spend the budget of reads.
  const limit = endpoint.limit ?? (viewer ? null : 'reads');
  const allowance = limit && (await base.limiter.take(limit, key));
  if (allowance) void reply?.headers(allowanceHeaders(allowance));
  if (endpoint.auth === 'member' && !viewer) throw new AppError('unauthenticated');
  if (endpoint.staff && viewer) await assertStaff(base, viewer.id);
}

/** Hashes of passwords and the payment provider are slow, and have bounds of their own. So nobody waits for them. */
const UNQUEUED: ReadonlySet<AnyEndpoint['limit']> = new Set(['auth', 'register', 'subscriptions']);

function isQueued({ limit }: AnyEndpoint): boolean {
  return !UNQUEUED.has(limit);
}

function contextOf(base: Context, request: FastifyRequest): Context {
  const log = request.log as Context['log'];
  const ctx: Context = { ...base, log, origin: originOf(base, request) };
  return request.viewer ? ({ ...ctx, viewer: request.viewer } as MemberContext) : ctx;
}
