import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '@roost/contract/errors';
import { z } from 'zod';
import { findViewer } from '../auth/sessions.ts';
import type { Context } from '../context.ts';
import { readToken } from '../http/cookie.ts';
import { sendDocument } from '../http/document.ts';
import { documentErrors } from '../http/document-errors.ts';
import { findBuyer } from './buyer.queries.ts';
import { standingOf } from './standing.ts';
import { findOwn } from './subscription.queries.ts';

interface Checkout {
  Params: { id: string };
}

/** The page a provider's own form is opened from: reached by a full load, since other rules hold on it. */
export async function checkoutRoutes(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(async (inner) => {
    documentErrors(inner, 'Checkout');
    inner.get<Checkout>('/checkout/:id', async (request, reply) => {
      const viewer = await findViewer(ctx, readToken(ctx.config, request));
      if (!viewer) return reply.redirect('/login', 303);
      await ctx.limiter.take('reads', viewer.id);
      const page = await pageFor(ctx, request, viewer.id);
      return page ? sendDocument(reply, page) : reply.redirect('/premium', 303);
    });
  });
}

/** Null where there is nothing to pay any more, or not by this provider. */
async function pageFor(ctx: Context, request: FastifyRequest<Checkout>, viewerId: string) {
  const { id } = request.params;
  const found = z.uuid().safeParse(id).success && (await findOwn(ctx, id, viewerId));
  if (!found) throw new AppError('not_found');
  if (found.provider !== ctx.payments.name || standingOf(found) !== 'pending') return null;
  const order = { id, userId: viewerId, plan: found.plan, amount: found.amount };
  const buyer = await findBuyer(ctx, viewerId);
  return ctx.payments.checkoutPage?.(order, found.provider_id, buyer) ?? null;
}
