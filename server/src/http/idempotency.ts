import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { AppError } from '@roost/contract/errors';
import type { Context, MemberContext } from '../context.ts';
import { transaction } from '../db/transaction.ts';
import * as queries from './idempotency.queries.ts';

/**
 * What is kept of an answer that shows what people wrote, and how it is made again for a replay: by then it may be
 * deleted, or hidden from who asks.
 */
export interface Replay<Answer> {
  keep(answer: Answer): unknown;
  again(ctx: MemberContext, kept: never): Promise<Answer>;
}

/**
 * With an `Idempotency-Key`, the work and the note of its answer are one transaction: the same key again gets
 * the first answer, and one that comes while the first is under way waits for it. A failure leaves no note,
 * so trying again tries again.
 */
export async function withIdempotency<Answer>(
  ctx: Context,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  input: unknown,
  work: (ctx: Context) => Promise<Answer>,
  replay?: Replay<Answer>,
): Promise<Answer> {
  const key = request.headers['idempotency-key'];
  if (key === undefined || endpoint.method !== 'POST' || !isMembers(endpoint, ctx))
    return work(ctx);
  if (endpoint.isRepeatable) return work(ctx);
  if (typeof key !== 'string' || key.length === 0 || key.length > 200) {
    throw new AppError('bad_input', { message: 'An Idempotency-Key has 1 to 200 characters.' });
  }
  const requestHash = createHash('sha256')
    .update(`${endpoint.method} ${endpoint.path} ${JSON.stringify(input)}`)
    .digest();
  return transaction(ctx, async (tx) => {
    const isFirst = await queries.claimKey(tx, key, requestHash);
    if (!isFirst) {
      const kept = await readAnswer(tx, key, requestHash);
      return replay ? replay.again(tx, kept as never) : (kept as Answer);
    }
    const answer = await work(tx);
    await queries.storeAnswer(tx, key, replay ? replay.keep(answer) : answer);
    return answer;
  });
}

async function readAnswer(ctx: MemberContext, key: string, requestHash: Buffer): Promise<unknown> {
  const known = await queries.findAnswer(ctx, key);
  if (!known) throw new AppError('conflict');
  if (!requestHash.equals(known.request_hash)) throw new AppError('key_reused');
  return known.response;
}

/** Not on open routes, session or not: a password must leave no trace here, and a logout must happen. */
function isMembers(endpoint: AnyEndpoint, ctx: Context): ctx is MemberContext {
  return endpoint.auth === 'member' && 'viewer' in ctx;
}
