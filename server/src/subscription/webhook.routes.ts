import type { FastifyInstance } from 'fastify';
import { AppError } from '@roost/contract/errors';
import type { Context } from '../context.ts';
import { addressKey } from '../http/limiter.ts';
import { receivePaymentEvent } from './payment-events.ts';

/** Bytes of an event; Razorpay's are a few thousand. */
const LARGEST = 262_144;

/** Where a payment provider tells what happened. No endpoint of the contract's kind: the very bytes are what is signed. */
export async function webhookRoutes(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    inner.route({
      method: 'POST',
      url: '/api/subscription/webhook',
      bodyLimit: LARGEST,
      handler: async (request) => {
        // What names no JSON has lost its type before it came here.
        const raw = request.headers['content-type'] ? request.body : null;
        const isEvent =
          Buffer.isBuffer(raw) && (await receivePaymentEvent(ctx, raw, request.headers));
        if (!isEvent) {
          // Whoever guesses is slowed down; a provider with much to tell is not.
          await ctx.limiter.take('reads', addressKey(request.ip));
          throw new AppError('bad_signature');
        }
        return { status: 'success', message: 'Received.' };
      },
    });
  });
}
