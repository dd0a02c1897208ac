import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { AppError } from '@roost/contract/errors';
import type { Context, MemberContext } from '../../../kernel/context.ts';
import { transaction } from '../../database/transaction.ts';
import * as queries from './idempotency.queries.ts';

/**
 * Stores a reduced answer and rebuilds it for a replay. Answers that show people's content need this: the content may be
 * deleted by then, or hidden from this viewer.
 */
export interface Replay<Answer> {
  keep(answer: Answer): unknown;
  again(ctx: MemberContext, kept: never): Promise<Answer>;
}

/**
 * With an `Idempotency-Key`, one transaction does the work and stores the answer. A second request with the key gets the
 * first answer, and waits if the first request still runs. A failure stores nothing, so a retry does the work.
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
  if (endpoint.isRepeatable || endpoint.hasSecrets) return work(ctx);
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

/** Open routes ignore the key, even with a session: no password may be stored here, and a logout must happen. */
function isMembers(endpoint: AnyEndpoint, ctx: Context): ctx is MemberContext {
  return endpoint.auth === 'member' && 'viewer' in ctx;
}
