import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { AppError } from '@roost/contract/errors';
import type { Context, MemberContext } from '../context.ts';
import { transaction } from '../db/transaction.ts';
import * as queries from './idempotency.queries.ts';

/**
 * With an `Idempotency-Key`, the work and the note of its answer are one transaction: the same key again gets
 * the first answer, and one that comes while the first is under way waits for it. A failure leaves no note,
 * so trying again tries again.
 */
export async function withIdempotency(
  ctx: Context,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  input: unknown,
  work: (ctx: Context) => Promise<unknown>,
): Promise<unknown> {
  const key = request.headers['idempotency-key'];
  if (key === undefined || endpoint.method !== 'POST' || !isMember(ctx)) return work(ctx);
  if (typeof key !== 'string' || key.length === 0 || key.length > 200) {
    throw new AppError('bad_input', { message: 'An Idempotency-Key has 1 to 200 characters.' });
  }
  const requestHash = createHash('sha256')
    .update(`${endpoint.method} ${endpoint.path} ${JSON.stringify(input)}`)
    .digest();
  return transaction(ctx, async (tx) => {
    const isFirst = await queries.claimKey(tx, key, requestHash);
    if (!isFirst) return replay(tx, key, requestHash);
    const answer = await work(tx);
    await queries.storeAnswer(tx, key, answer);
    return answer;
  });
}

async function replay(ctx: MemberContext, key: string, requestHash: Buffer): Promise<unknown> {
  const known = await queries.findAnswer(ctx, key);
  if (!known) throw new AppError('conflict');
  if (!requestHash.equals(known.request_hash)) throw new AppError('key_reused');
  return known.response;
}

function isMember(ctx: Context): ctx is MemberContext {
  return 'viewer' in ctx;
}
