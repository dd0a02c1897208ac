import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '@roost/contract/errors';
import { findViewer } from '../../auth/sessions.ts';
import type { Context } from '../../context.ts';
import type { SandboxRecord } from '../../db/tables.ts';
import { readToken } from '../../http/cookie.ts';
import { sendDocument } from '../../http/document.ts';
import { documentErrors } from '../../http/document-errors.ts';
import { moveOn, moves, pay, type Move } from './move-on.ts';
import { checkoutPage, clockPage, paidPage } from './sandbox-pages.ts';
import { findPaidOf, findSandbox } from './sandbox.queries.ts';
import { isTestCard } from './test-cards.ts';

/** Bytes of a form. */
const LARGEST = 16_384;

interface Checkout {
  Params: { id: string };
}

/** The sandbox's pages: plain forms, reached by a full load, for whoever the subscription belongs to. */
export async function sandboxRoutes(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(async (inner) => {
    readForms(inner);
    documentErrors(inner, 'Sandbox');
    checkout(inner, ctx);
    clock(inner, ctx);
  });
}

function checkout(app: FastifyInstance, ctx: Context): void {
  const options = { bodyLimit: LARGEST };
  app.get<Checkout>('/sandbox/checkout/:id', async (request, reply) => {
    const viewerId = await customerOf(ctx, request, 'reads');
    if (!viewerId) return reply.redirect('/login', 303);
    const found = await ownSubscription(ctx, request.params.id, viewerId);
    return sendDocument(reply, found.status === 'created' ? checkoutPage(found) : paidPage);
  });

  app.post<Checkout>('/sandbox/checkout/:id', options, async (request, reply) => {
    const viewerId = await customerOf(ctx, request, 'writes');
    if (!viewerId) throw new AppError('unauthenticated');
    const found = await ownSubscription(ctx, request.params.id, viewerId);
    const card = formOf(request).get('card');
    if (!isTestCard(card)) throw new AppError('bad_input', { message: 'Choose a test card.' });
    const outcome = await pay(ctx, found.id, card);
    if (outcome === 'declined')
      return sendDocument(reply.code(402), checkoutPage(found, { declined: card }));
    // Used up or given up meanwhile: only what was paid will be confirmed.
    if (outcome === 'closed' && !isPaid(await findSandbox(ctx, found.id)))
      return sendDocument(reply.code(409), paidPage);
    // What came of it is told by the event; the way back only says that somebody is waiting for it.
    return reply.redirect('/premium?confirming', 303);
  });
}

function clock(app: FastifyInstance, ctx: Context): void {
  app.get('/sandbox/clock', async (request, reply) => {
    const viewerId = await customerOf(ctx, request, 'reads');
    if (!viewerId) return reply.redirect('/login', 303);
    return sendDocument(reply, clockPage(await findPaidOf(ctx, viewerId)));
  });

  app.post('/sandbox/clock', { bodyLimit: LARGEST }, async (request, reply) => {
    const viewerId = await customerOf(ctx, request, 'writes');
    if (!viewerId) throw new AppError('unauthenticated');
    const form = formOf(request);
    const found = await ownSubscription(ctx, form.get('id') ?? '', viewerId);
    const move = form.get('move');
    if (!isMove(move)) throw new AppError('bad_input');
    // Pressed twice, or in another tab: the page then shows how it stands now.
    await moveOn(ctx, found.id, move);
    return reply.redirect('/sandbox/clock', 303);
  });
}

/** Who asks, counted against their budget; null where nobody is signed in. */
async function customerOf(
  ctx: Context,
  request: FastifyRequest,
  limit: 'reads' | 'writes',
): Promise<string | null> {
  const viewer = await findViewer(ctx, readToken(ctx.config, request));
  if (viewer) await ctx.limiter.take(limit, viewer.id);
  return viewer?.id ?? null;
}

async function ownSubscription(ctx: Context, id: string, customerId: string) {
  const found = /^sub_[\da-f]{24}$/.test(id) ? await findSandbox(ctx, id) : undefined;
  if (found?.customer_id !== customerId) throw new AppError('not_found');
  return found;
}

function isPaid(found: SandboxRecord | undefined): boolean {
  return found?.status === 'active' || found?.status === 'completed';
}

function isMove(value: string | null): value is Move {
  return value !== null && Object.hasOwn(moves, value);
}

/** Here forms are what is sent; their type was dropped on the way, as of everything that is not JSON. */
function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

function formOf({ body }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(typeof body === 'string' ? body : '');
}
