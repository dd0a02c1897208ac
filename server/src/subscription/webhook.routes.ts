import type { FastifyInstance } from 'fastify';
import { AppError } from '@roost/contract/errors';
import type { Context } from '../context.ts';
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
        if (!Buffer.isBuffer(request.body) || !request.headers['content-type'])
          throw new AppError('bad_signature');
        await receivePaymentEvent(ctx, request.body, request.headers);
        return { status: 'success', message: 'Received.' };
      },
    });
  });
}
