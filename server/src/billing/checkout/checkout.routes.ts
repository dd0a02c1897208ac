import { wordsIn } from '#words/billing';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '@roost/contract/errors';
import { z } from 'zod';
import { findViewer } from '../../auth/sessions/find-viewer.ts';
import type { Context } from '../../kernel/context.ts';
import { readToken } from '../../platform/http/security/cookie.ts';
import { documentLocale } from '../../platform/http/documents/document-site.ts';
import { sendDocument } from '../../platform/http/documents/document.ts';
import { documentErrors } from '../../platform/http/documents/document-errors.ts';
import { findBuyer } from './buyer.queries.ts';
import { subscriptionStatus } from '../subscriptions/subscription-status.ts';
import { findOwn } from '../subscriptions/subscription.queries.ts';

interface Checkout {
  Params: { id: string };
}

/**
 * Serves the page that opens the provider's own payment form. Browsers reach it by a full load, because it has its own
 * security headers.
 */
export async function checkoutRoutes(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(async (inner) => {
    documentErrors(inner, (locale) => wordsIn(locale).checkout);
    inner.get<Checkout>('/checkout/:id', async (request, reply) => {
      const viewer = await findViewer(ctx, readToken(ctx.config, request), request.ip);
      if (!viewer) return reply.redirect('/login', 303);
      await ctx.limiter.take('reads', viewer.id);
      const page = await pageFor(ctx, request, viewer.id);
      return page ? sendDocument(reply, page) : reply.redirect('/premium', 303);
    });
  });
}

/** Returns null if the subscription needs no payment, or belongs to another provider. */
async function pageFor(ctx: Context, request: FastifyRequest<Checkout>, viewerId: string) {
  const { id } = request.params;
  const found = z.uuid().safeParse(id).success && (await findOwn(ctx, id, viewerId));
  if (!found) throw new AppError('not_found');
  if (found.provider !== ctx.payments.name || subscriptionStatus(found) !== 'pending') return null;
  const order = { id, userId: viewerId, plan: found.plan, amount: found.amount };
  const buyer = await findBuyer(ctx, viewerId);
  const site = await ctx.site.readName();
  const locale = await documentLocale(request);
  return ctx.payments.checkoutPage?.(order, found.provider_id, { ...buyer, site, locale }) ?? null;
}
