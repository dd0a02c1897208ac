import { wordsIn } from '#words/billing';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '@roost/contract/errors';
import { findViewer } from '../../../auth/sessions/find-viewer.ts';
import type { Context } from '../../../kernel/context.ts';
import type { SandboxRecord } from '../../../platform/database/tables.ts';
import { readToken } from '../../../platform/http/security/cookie.ts';
import { documentLocale } from '../../../platform/http/documents/document-site.ts';
import { sendDocument } from '../../../platform/http/documents/document.ts';
import { documentErrors } from '../../../platform/http/documents/document-errors.ts';
import { advanceSandbox, clockSteps, pay, type ClockStep } from './advance-sandbox.ts';
import { checkoutPage, clockPage, paidPage } from './sandbox-pages.ts';
import { findLastPaid, findSandbox } from './sandbox.queries.ts';
import { isTestCard } from './test-cards.ts';

const MAX_FORM_BYTES = 16_384;

interface Checkout {
  Params: { id: string };
}

/**
 * The sandbox's pages are plain forms. Browsers reach them by a full load. Each one shows only the viewer's own
 * subscriptions.
 */
export async function sandboxRoutes(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(async (inner) => {
    readForms(inner);
    inner.addHook('onRequest', async (request) => admit(ctx, request));
    documentErrors(inner, (locale) => wordsIn(locale).sandbox);
    checkout(inner, ctx);
    clock(inner, ctx);
  });
}

function checkout(app: FastifyInstance, ctx: Context): void {
  const options = { bodyLimit: MAX_FORM_BYTES };
  app.get<Checkout>('/sandbox/checkout/:id', async (request, reply) => {
    const viewerId = request.viewer?.id;
    if (!viewerId) return reply.redirect('/login', 303);
    const found = await ownSubscription(ctx, request.params.id, viewerId);
    const locale = await documentLocale(request);
    if (found.status !== 'created') return sendDocument(reply, paidPage(locale));
    return sendDocument(reply, checkoutPage(await ctx.site.readName(), found, { locale }));
  });

  app.post<Checkout>('/sandbox/checkout/:id', options, async (request, reply) => {
    const viewerId = request.viewer?.id;
    if (!viewerId) throw new AppError('unauthenticated');
    const found = await ownSubscription(ctx, request.params.id, viewerId);
    const card = formOf(request).get('card');
    if (!isTestCard(card)) throw new AppError('bad_input', { message: 'Choose a test card.' });
    const outcome = await pay(ctx, found.id, card);
    const locale = await documentLocale(request);
    if (outcome === 'declined') {
      const site = await ctx.site.readName();
      return sendDocument(reply.code(402), checkoutPage(site, found, { locale, declined: card }));
    }
    // Another tab may have used this checkout. The next page confirms only a payment.
    if (outcome === 'closed' && !isPaid(await findSandbox(ctx, found.id)))
      return sendDocument(reply.code(409), paidPage(locale));
    // The event tells the result. This address only says that somebody waits for it.
    return reply.redirect('/premium?confirming', 303);
  });
}

function clock(app: FastifyInstance, ctx: Context): void {
  app.get('/sandbox/clock', async (request, reply) => {
    const viewerId = request.viewer?.id;
    if (!viewerId) return reply.redirect('/login', 303);
    return sendDocument(
      reply,
      clockPage(await findLastPaid(ctx, viewerId), await documentLocale(request)),
    );
  });

  app.post('/sandbox/clock', { bodyLimit: MAX_FORM_BYTES }, async (request, reply) => {
    const viewerId = request.viewer?.id;
    if (!viewerId) throw new AppError('unauthenticated');
    const form = formOf(request);
    const found = await ownSubscription(ctx, form.get('id') ?? '', viewerId);
    const move = form.get('move');
    if (!isClockStep(move)) throw new AppError('bad_input');
    // The step may no longer be possible, after a second click or in another tab. The page then shows the current
    // status.
    await advanceSandbox(ctx, found.id, move);
    return reply.redirect('/sandbox/clock', 303);
  });
}

/** Finds the viewer and takes a point of their budget, before the server reads a form. */
async function admit(ctx: Context, request: FastifyRequest): Promise<void> {
  const viewer = await findViewer(ctx, readToken(ctx.config, request), request.ip);
  const isForm = request.method === 'POST';
  if (viewer) await ctx.limiter.take(isForm ? 'writes' : 'reads', viewer.id);
  else if (isForm) throw new AppError('unauthenticated');
  request.viewer = viewer;
}

async function ownSubscription(ctx: Context, id: string, customerId: string) {
  const found = /^sub_[\da-f]{24}$/.test(id) ? await findSandbox(ctx, id) : undefined;
  if (found?.customer_id !== customerId) throw new AppError('not_found');
  return found;
}

function isPaid(found: SandboxRecord | undefined): boolean {
  return found?.status === 'active' || found?.status === 'completed';
}

function isClockStep(value: string | null): value is ClockStep {
  return clockSteps.some((step) => step === value);
}

/** These routes receive forms. An earlier hook removes the content type of everything that is not JSON. */
function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

function formOf({ body }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(typeof body === 'string' ? body : '');
}
