import type { FastifyInstance } from 'fastify';
import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import { networkKey } from '../../platform/http/limits/network-key.ts';
import { receivePaymentEvent } from './receive-payment-event.ts';

/** Razorpay's events have a few thousand bytes. */
const MAX_EVENT_BYTES = 262_144;

/**
 * Receives the events of the payment provider. This route is no contract endpoint, because the signature covers the raw
 * bytes.
 */
export async function webhookRoutes(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    inner.route({
      method: 'POST',
      url: '/api/subscription/webhook',
      bodyLimit: MAX_EVENT_BYTES,
      // Slows down senders of wrong signatures before the server reads anything. A valid event gets its point back.
      onRequest: async ({ ip }) => {
        await ctx.limiter.take('reads', networkKey(ip));
      },
      handler: async (request) => {
        // An earlier hook removes the content type of everything that is not JSON.
        const raw = request.headers['content-type'] ? request.body : null;
        const isEvent =
          Buffer.isBuffer(raw) && (await receivePaymentEvent(ctx, raw, request.headers));
        if (!isEvent) throw new AppError('bad_signature');
        await ctx.limiter.giveBack('reads', networkKey(request.ip));
        return { status: 'success', message: 'Received.' };
      },
    });
  });
}
