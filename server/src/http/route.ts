import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyEndpoint, Received } from '@roost/contract/endpoint';
import { AppError } from '@roost/contract/errors';
import type { z } from 'zod';
import { findViewer } from '../auth/sessions.ts';
import type { Context, MemberContext } from '../context.ts';
import { noteWrite, withOldReads, withPrimaryInstead } from '../db/reads.ts';
import { readToken } from './cookie.ts';
import { withIdempotency, type Replay } from './idempotency.ts';
import { addressKey, allowanceHeaders } from './limiter.ts';
import type { PreparedMedia } from '../media/prepare-media.ts';
import { Form } from './multipart.ts';
import { mayBeOld } from './old-reads.ts';
import { originOf } from './origin.ts';
import { parseInput } from './parse-input.ts';
import type { Upload } from './uploads.ts';

/** What a handler may know of the request beside its parsed input. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Pictures and videos that came along, fit to be shown and stored; kept if the handler makes rows of them. */
  files: readonly PreparedMedia[];
}

type ContextFor<E extends AnyEndpoint> = E['auth'] extends 'member' ? MemberContext : Context;
/** `status: 'success'` is the route's to add. */
type Returned<E extends AnyEndpoint> = DistributiveOmit<z.input<E['response']>, 'status'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export type Handler<E extends AnyEndpoint> = (
  ctx: ContextFor<E>,
  input: Received<E>,
  exchange: Exchange,
) => Promise<Returned<E>> | Returned<E>;

/** Binds an endpoint to its handler: session, limits, validation and the answer's shape are the same for all. */
export type Route = <E extends AnyEndpoint>(
  endpoint: E,
  handler: Handler<E>,
  replay?: Replay<Returned<E>>,
) => void;

/** What becomes of files that come along, known by the features of media. */
export interface FileIntake {
  /** Makes them fit to be shown, all or none; touches no row. */
  prepare(ctx: MemberContext, uploads: readonly Upload[]): Promise<PreparedMedia[]>;
  /** Takes away again what the handler made no rows of. */
  discardUnused(ctx: Context, prepared: readonly PreparedMedia[]): Promise<void>;
}

/** Answers an endpoint as its route would, session and budget included, for a request that came for something else. */
export type Ask = (
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>;

type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

interface RouteParts {
  /** Every endpoint that has a handler, and how it is answered without params, query or body. */
  bound: Map<AnyEndpoint, Answering>;
  intake: FileIntake;
}

/** For documents that bring along what their page would ask for first. */
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
  { bound, intake }: RouteParts,
): Route {
  return (endpoint, handler, replay) => {
    if (bound.has(endpoint)) throw new Error(`${endpoint.method} ${endpoint.path} is bound twice`);
    bound.set(endpoint, async (request, reply) => {
      await admit(base, endpoint, request);
      const input = parseInput(endpoint, { params: {}, query: {}, body: undefined });
      const ctx = contextOf(base, request);
      const answer = await handler(ctx as never, input, { request, reply, files: [] });
      return { status: 'success', ...answer };
    });
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      // Before the body is read: a stranger's bytes are not worth parsing.
      onRequest: async (request, reply) => {
        await admit(base, endpoint, request, reply);
      },
      handler: async (request, reply) => {
        const ctx = await placeReads(contextOf(base, request), endpoint, request);
        const answerIn = async (inner: Context) =>
          answerTo(inner, { endpoint, handler, replay, intake }, request, reply);
        const answer = await noting(ctx, endpoint, request, async () =>
          withPrimaryInstead(ctx, answerIn),
        );
        return reply.code(endpoint.status ?? 200).send({ status: 'success', ...answer });
      },
    });
  };
}

async function placeReads(
  ctx: Context,
  endpoint: AnyEndpoint,
  { viewer }: FastifyRequest,
): Promise<Context> {
  return viewer && mayBeOld.has(endpoint) ? withOldReads(ctx, viewer.id) : ctx;
}

/** Whatever became of it: where the answer is an error, it may have been done all the same. */
async function noting<T>(
  ctx: Context,
  { method }: AnyEndpoint,
  { viewer }: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    if (viewer && method !== 'GET') await noteWrite(ctx, viewer.id);
  }
}

interface Binding<E extends AnyEndpoint> {
  endpoint: E;
  handler: Handler<E>;
  replay: Replay<Returned<E>> | undefined;
  intake: FileIntake;
}

async function answerTo<E extends AnyEndpoint>(
  ctx: Context,
  { endpoint, handler, replay, intake }: Binding<E>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Returned<E>> {
  const isForm = endpoint.encoding === 'multipart';
  if (!isForm && request.isMultipart()) throw new AppError('unsupported_media_type');
  await using form = isForm ? await Form.read(ctx, endpoint, request) : null;
  const body = form ? Object.fromEntries(form.fields) : request.body;
  const input = parseInput(endpoint, { params: request.params, query: request.query, body });
  return await withFiles(ctx, intake, form, async (files) => {
    const work = async (inner: Context) =>
      handler(inner as never, input, { request, reply, files });
    return withIdempotency(ctx, endpoint, request, told(input, form), work, replay);
  });
}

/** Prepares what came along before any transaction opens, and takes away what the work left unused. */
async function withFiles<T>(
  ctx: Context,
  intake: FileIntake,
  form: Form | null,
  work: (files: readonly PreparedMedia[]) => Promise<T>,
): Promise<T> {
  if (!form || form.files.length === 0) return work([]);
  const files = await intake.prepare(ctx as MemberContext, form.files);
  try {
    return await work(files);
  } finally {
    await intake.discardUnused(ctx, files);
  }
}

/** What two requests with one key are compared by: files by name and size (contract §1, retries). */
function told(input: object, form: Form | null): object {
  if (!form || form.files.length === 0) return input;
  return { ...input, files: form.files.map(({ field, name, bytes }) => [field, name, bytes]) };
}

/** Finds the session and takes from the budget, which `reply` tells of. */
async function admit(
  base: Context,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  reply?: FastifyReply,
) {
  const viewer = await findViewer(base, readToken(base.config, request));
  request.viewer = viewer;
  // What anyone may call is counted by address even for members: each new account would be a new budget.
  const key = endpoint.auth === 'member' && viewer ? viewer.id : addressKey(request.ip);
  const allowance = endpoint.limit && (await base.limiter.take(endpoint.limit, key));
  if (allowance) void reply?.headers(allowanceHeaders(allowance));
  if (endpoint.auth === 'member' && !viewer) throw new AppError('unauthenticated');
}

function contextOf(base: Context, request: FastifyRequest): Context {
  const log = request.log as Context['log'];
  const ctx: Context = { ...base, log, origin: originOf(base, request) };
  return request.viewer ? ({ ...ctx, viewer: request.viewer } as MemberContext) : ctx;
}
