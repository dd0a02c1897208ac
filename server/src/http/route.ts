import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyEndpoint, Received } from '@roost/contract/endpoint';
import { AppError } from '@roost/contract/errors';
import type { z } from 'zod';
import { findViewer } from '../auth/sessions.ts';
import type { Context, MemberContext } from '../context.ts';
import { readToken } from './cookie.ts';
import { withIdempotency, type Replay } from './idempotency.ts';
import { addressKey, allowanceHeaders } from './limiter.ts';
import { readMultipart } from './multipart.ts';
import { parseInput } from './parse-input.ts';

/** What a handler may know of the request beside its parsed input. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
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

export function makeRoute(app: FastifyInstance, base: Context, bound: Set<AnyEndpoint>): Route {
  return (endpoint, handler, replay) => {
    if (bound.has(endpoint)) throw new Error(`${endpoint.method} ${endpoint.path} is bound twice`);
    bound.add(endpoint);
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      // Before the body is read: a stranger's bytes are not worth parsing.
      onRequest: async (request, reply) => admit(base, endpoint, request, reply),
      handler: async (request, reply) => {
        const ctx = contextOf(base, request);
        const isForm = endpoint.encoding === 'multipart';
        if (!isForm && request.isMultipart()) throw new AppError('unsupported_media_type');
        const body = isForm ? await readMultipart(request) : request.body;
        const input = parseInput(endpoint, { params: request.params, query: request.query, body });
        const work = async (inner: Context) => handler(inner as never, input, { request, reply });
        const answer = await withIdempotency(ctx, endpoint, request, input, work, replay);
        return reply.code(endpoint.status ?? 200).send({ status: 'success', ...answer });
      },
    });
  };
}

async function admit(
  base: Context,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const viewer = await findViewer(base, readToken(base.config, request));
  request.viewer = viewer;
  // What anyone may call is counted by address even for members: each new account would be a new budget.
  const key = endpoint.auth === 'member' && viewer ? viewer.id : addressKey(request.ip);
  const allowance = endpoint.limit && (await base.limiter.take(endpoint.limit, key));
  if (allowance) void reply.headers(allowanceHeaders(allowance));
  if (endpoint.auth === 'member' && !viewer) throw new AppError('unauthenticated');
}

function contextOf(base: Context, request: FastifyRequest): Context {
  const ctx: Context = { ...base, log: request.log as Context['log'] };
  return request.viewer ? ({ ...ctx, viewer: request.viewer } as MemberContext) : ctx;
}
