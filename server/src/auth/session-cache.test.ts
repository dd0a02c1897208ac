import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { getLimits } from '@roost/contract/limits';
import { startAppForFile } from '../../test/app.ts';
import { join } from '../../test/cast.ts';
import { isSignedIn, sessionOf, signIn, tokenOf } from '../../test/sign-in.ts';
import type { Context } from '../context.ts';
import { transaction } from '../db/transaction.ts';
import { EventBus } from '../domain-events.ts';
import { settlePremium } from '../subscription/settle-premium.ts';
import { rememberSessions } from './remember-sessions.ts';
import { endAllSessions, findViewer, openSession } from './sessions.ts';
import { SessionCache, type KnownSession } from './session-cache.ts';
import { noOtherNodes } from '../realtime/nodes.ts';

const app = await startAppForFile();
const [alice, bob] = await Promise.all([join(app, 'alice'), join(app, 'bob')]);

const known = (id: string, change: Partial<KnownSession> = {}): KnownSession => ({
  id,
  userId: 'someone',
  expiresAt: new Date(Date.now() + 60_000),
  premiumUntil: null,
  ...change,
});

describe('who asks again', () => {
  test('costs no statement for their session', async () => {
    const visitor = await signIn(app, alice);
    await isSignedIn(visitor);
    app.statements.length = 0;
    expect(await findViewer(app.ctx, tokenOf(visitor))).toMatchObject({ id: alice.id });
    expect(app.statements).toEqual([]);
  });

  test('is asked about anew after half a minute', async () => {
    const visitor = await signIn(app, alice);
    await isSignedIn(visitor);
    // As if an end of it had not been heard.
    const id = (await sessionOf(app, visitor))?.id;
    await sql`delete from sessions where id = ${id}`.execute(app.ctx.db);
    expect(await isSignedIn(visitor)).toBe(true);
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 30_100);
    try {
      expect(await isSignedIn(visitor)).toBe(false);
    } finally {
      clock.mockRestore();
    }
  });
});

test('an end is heard before it is answered, whatever is under way', async () => {
  for (let round = 0; round < 20; round += 1) {
    const token = await openSession(app.ctx, bob.id, { device: '', address: '::1' });
    const asking = Array.from({ length: 10 }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, n / 2));
      return findViewer(app.ctx, token);
    });
    await endAllSessions(app.ctx, bob.id);
    expect(await findViewer(app.ctx, token)).toBeNull();
    await Promise.all(asking);
    // What was read before the end is not remembered after it.
    expect(await findViewer(app.ctx, token)).toBeNull();
  }
});

test('a rolled back end is none', async () => {
  const visitor = await signIn(app, alice);
  const undone = transaction(app.ctx, async (tx) => {
    await endAllSessions(tx, alice.id);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await isSignedIn(visitor)).toBe(true);
});

test('Premium counts from the moment it is there, and to the one at which it ends', async () => {
  const visitor = await signIn(app, alice);
  const tier = async () => (await visitor.call(getLimits, {})).data.tier;
  expect(await tier()).toBe('free');
  const end = Date.now() + 60_000;
  await sql`
    insert into subscriptions (id, user_id, plan, provider, amount, provider_plan, phase, started_at, paid_until)
    values (gen_random_uuid(), ${alice.id}, 'Annual', 'sandbox', 5000, 'p', 'over', now(), ${new Date(end)})`.execute(
    app.ctx.db,
  );
  await transaction(app.ctx, async (tx) => settlePremium(tx, alice.id));
  expect(await tier()).toBe('premium');
  vi.useFakeTimers({ toFake: ['Date'], now: end });
  try {
    expect(await tier()).toBe('free');
  } finally {
    vi.useRealTimers();
  }
});

test('other nodes are told before an end is answered', async () => {
  const told: unknown[] = [];
  const listeners = new Map<string, (news: never, from: string) => void>();
  const sessions = new SessionCache();
  const nodes: Context['nodes'] = {
    ...noOtherNodes,
    async tellNodes(name, news) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      told.push({ name, news });
    },
    onTold: (name, listener) => listeners.set(name, listener),
  };
  const ctx = { ...app.ctx, nodes, sessions, events: new EventBus() };
  rememberSessions(ctx);
  const visitor = await signIn(app, alice);
  const id = (await sessionOf(app, visitor))?.id;
  await endAllSessions(ctx, alice.id);
  expect(told).toEqual([
    { name: 'sessionsEnded', news: { sessionIds: expect.arrayContaining([id]) } },
  ]);
  // And hears what others tell.
  sessions.begin('hash')(known('of another node'));
  expect(sessions.find('hash')).toBeDefined();
  listeners.get('sessionsEnded')?.({ sessionIds: ['of another node'] } as never, 'elsewhere');
  expect(sessions.find('hash')).toBeUndefined();
});

test('what it remembers is bounded, and what is over is not found', () => {
  const sessions = new SessionCache();
  for (let n = 0; n <= 50_000; n += 1) sessions.begin(`hash ${n}`)(known(`id ${n}`));
  expect(sessions.find('hash 0')).toBeUndefined();
  expect(sessions.find('hash 50000')).toBeDefined();
  sessions.begin('old')(known('old', { expiresAt: new Date(Date.now() - 1) }));
  expect(sessions.find('old')).toBeUndefined();
  sessions.forget('someone');
  expect(sessions.find('hash 50000')).toBeUndefined();
});
