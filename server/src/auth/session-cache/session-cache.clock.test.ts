import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { getLimits } from '@roost/contract/users';
import { startAppForFile } from '../../../test/support/app.ts';
import { join } from '../../../test/support/cast.ts';
import { isSignedIn, sessionOf, signIn, tokenOf } from '../../../test/support/sign-in.ts';
import type { Context } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { EventBus } from '../../kernel/events.ts';
import { updatePremium } from '../../billing/premium/update-premium.ts';
import { endAllSessions } from '../sessions/end-sessions.ts';
import { findViewer } from '../sessions/find-viewer.ts';
import { openSession } from '../sessions/open-session.ts';
import { SessionCache } from './session-cache.ts';
import type { KnownSession } from '../../kernel/ports.ts';
import { singleNode } from '../../platform/cluster/single-node.ts';
import { subscribe } from '../../subscriptions.ts';

const app = await startAppForFile();
const [alice, bob] = await Promise.all([join(app, 'alice'), join(app, 'bob')]);

const known = (id: string, change: Partial<KnownSession> = {}): KnownSession => ({
  id,
  userId: 'someone',
  expiresAt: new Date(Date.now() + 60_000),
  premiumUntil: null,
  hasMutes: false,
  role: 'member',
  isEmailVerified: true,
  ...change,
});

describe('repeated requests', () => {
  test('a cached session costs no statement', async () => {
    const client = await signIn(app, alice);
    await isSignedIn(client);
    app.statements.length = 0;
    expect(await findViewer(app.ctx, tokenOf(client), '::1')).toMatchObject({ id: alice.id });
    expect(app.statements).toEqual([]);
  });

  test('the server reads a session again after half a minute', async () => {
    const client = await signIn(app, alice);
    await isSignedIn(client);
    // Simulates a lost message about the end of the session.
    const id = (await sessionOf(app, client))?.id;
    await sql`delete from sessions where id = ${id}`.execute(app.ctx.db);
    expect(await isSignedIn(client)).toBe(true);
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 30_100);
    try {
      expect(await isSignedIn(client)).toBe(false);
    } finally {
      clock.mockRestore();
    }
  });
});

test('a session ends before the answer, whatever runs at the same time', async () => {
  for (let round = 0; round < 20; round += 1) {
    const token = await openSession(app.ctx, bob.id, { device: '', address: '::1' });
    const asking = Array.from({ length: 10 }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, n / 2));
      return findViewer(app.ctx, token, '::1');
    });
    await endAllSessions(app.ctx, bob.id);
    expect(await findViewer(app.ctx, token, '::1')).toBeNull();
    await Promise.all(asking);
    // A read from before the end does not enter the cache after it.
    expect(await findViewer(app.ctx, token, '::1')).toBeNull();
  }
});

test('an end in a rolled back transaction has no effect', async () => {
  const client = await signIn(app, alice);
  const undone = transaction(app.ctx, async (tx) => {
    await endAllSessions(tx, alice.id);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await isSignedIn(client)).toBe(true);
});

test('Premium counts from its first moment to its last', async () => {
  const client = await signIn(app, alice);
  const tier = async () => (await client.call(getLimits, {})).data.tier;
  expect(await tier()).toBe('free');
  const end = Date.now() + 60_000;
  await sql`
    insert into subscriptions (id, user_id, plan, provider, amount, provider_plan, phase, started_at, paid_until)
    values (gen_random_uuid(), ${alice.id}, 'Annual', 'sandbox', 5000, 'p', 'over', now(), ${new Date(end)})`.execute(
    app.ctx.db,
  );
  await transaction(app.ctx, async (tx) => updatePremium(tx, alice.id));
  expect(await tier()).toBe('premium');
  vi.useFakeTimers({ toFake: ['Date'], now: end });
  try {
    expect(await tier()).toBe('free');
  } finally {
    vi.useRealTimers();
  }
});

test('other nodes learn about an end before the answer', async () => {
  const broadcasts: unknown[] = [];
  const listeners = new Map<string, (news: never, from: string) => void>();
  const sessions = new SessionCache();
  const cluster: Context['cluster'] = {
    ...singleNode,
    async broadcast({ name }, body) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      broadcasts.push({ name, body });
    },
    onBroadcast: ({ name }, listener) => listeners.set(name, listener),
  };
  const events = new EventBus<Context>((error) => {
    throw error;
  });
  const ctx = { ...app.ctx, cluster, sessions, events };
  subscribe(ctx, {});
  const client = await signIn(app, alice);
  const id = (await sessionOf(app, client))?.id;
  await endAllSessions(ctx, alice.id);
  expect(broadcasts).toEqual([
    { name: 'sessionsEnded', body: { sessionIds: expect.arrayContaining([id]) } },
  ]);
  // This node also learns about ends on other nodes.
  sessions.begin('hash')(known('of another node'));
  expect(sessions.find('hash')).toBeDefined();
  listeners.get('sessionsEnded')?.({ sessionIds: ['of another node'] } as never, 'other');
  expect(sessions.find('hash')).toBeUndefined();
});

test('the cache is bounded and never returns an expired session', () => {
  const sessions = new SessionCache();
  for (let n = 0; n <= 50_000; n += 1) sessions.begin(`hash ${n}`)(known(`id ${n}`));
  expect(sessions.find('hash 0')).toBeUndefined();
  expect(sessions.find('hash 50000')).toBeDefined();
  sessions.begin('old')(known('old', { expiresAt: new Date(Date.now() - 1) }));
  expect(sessions.find('old')).toBeUndefined();
  sessions.forget('someone');
  expect(sessions.find('hash 50000')).toBeUndefined();
});
