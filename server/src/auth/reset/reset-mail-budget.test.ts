import { expect, test, vi } from 'vitest';
import { rateLimits } from '@roost/contract/rate-limits';
import { startAppForTest, type TestApp } from '../../../test/support/app.ts';
import { crowdOf } from '../../../test/support/cast.ts';
import { jobsOf } from '../../../test/support/vendor-graphile-worker.ts';
import type { Context } from '../../kernel/context.ts';
import { sendPasswordReset } from './send-reset-mail.ts';

const OF_NETWORK = rateLimits.resetMailsNetwork.points;

async function startWithoutJobs(people: number) {
  const app = await startAppForTest({ RATE_LIMITS: 'on', ROOST_ROLES: 'web' });
  await crowdOf(app, people);
  const sent: string[] = [];
  const ctx: Context = {
    ...app.ctx,
    mailer: { send: async ({ to }) => void sent.push(to.address.split('@')[0] ?? '') },
  };
  const ask = async (name: string, network: string, isKnown = false) =>
    sendPasswordReset(ctx, { email: `${name}@example.org`, network, isKnown });
  return { app, ctx, sent, ask };
}

const waiting = async (app: TestApp) =>
  jobsOf<{ email: string; network: string }>(app, 'sendPasswordReset');

const spendSite = async ({ limiter }: Context) => {
  for (let n = 0; n < rateLimits.resetMailsSite.points; n += 1)
    await limiter.take('resetMailsSite', 'all');
};

test('a network that requests many mails waits and delays nobody else', async () => {
  const { app, ctx, sent, ask } = await startWithoutJobs(OF_NETWORK + 6);
  const warn = vi.spyOn(ctx.log, 'warn').mockImplementation(() => {});
  for (let n = 0; n < OF_NETWORK + 4; n += 1) await ask(`crowd${n}`, 'noisy');
  expect(sent).toHaveLength(OF_NETWORK);
  const late = await waiting(app);
  expect(late.map(({ payload }) => payload.network)).toEqual(Array(4).fill('noisy'));
  for (const { seconds } of late)
    expect(seconds).toBeGreaterThan(rateLimits.resetMailsNetwork.per - 60);
  expect(JSON.stringify(warn.mock.calls)).toContain('reset mail postponed');
  expect(await ctx.metrics.registry.getSingleMetricAsString('reset_mails_total')).toContain(
    'reset_mails_total{outcome="postponed"} 4',
  );
  await ask(`crowd${OF_NETWORK + 4}`, 'quiet');
  expect(sent.at(-1)).toBe(`crowd${OF_NETWORK + 4}`);
  // A request for the same person from another network does not wait either.
  await ask(`crowd${OF_NETWORK}`, 'quiet');
  expect(sent.at(-1)).toBe(`crowd${OF_NETWORK}`);
  warn.mockRestore();
});

test('a second request for a postponed mail adds no mail', async () => {
  const { app, ask } = await startWithoutJobs(OF_NETWORK + 1);
  for (let n = 0; n < OF_NETWORK; n += 1) await ask(`crowd${n}`, 'noisy');
  for (let n = 0; n < 5; n += 1) await ask(`crowd${OF_NETWORK}`, 'noisy');
  expect(await waiting(app)).toHaveLength(1);
});

test('a spent site budget leaves a reserve, and no mail is dropped', async () => {
  const { app, ctx, sent, ask } = await startWithoutJobs(5);
  await spendSite(ctx);
  await ask('crowd0', 'one');
  await ask('crowd1', 'one');
  await ask('crowd2', 'one', true);
  await ask('crowd3', 'two');
  expect(sent).toEqual(['crowd0', 'crowd2', 'crowd3']);
  const [late] = await waiting(app);
  expect(late?.payload.email).toBe('crowd1@example.org');
  // The window ends.
  await ctx.limiter.clear('resetMailsSite', 'all');
  await sendPasswordReset(ctx, late?.payload as { email: string });
  expect(sent.at(-1)).toBe('crowd1');
});

test('a mail is postponed for one day at most', async () => {
  const { app, ctx, sent } = await startWithoutJobs(1);
  await spendSite(ctx);
  const askedAt = Date.now() - 25 * 3_600_000;
  await ctx.limiter.take('resetMailsNetwork', 'one');
  await sendPasswordReset(ctx, { email: 'crowd0@example.org', network: 'one', askedAt });
  expect([sent, await waiting(app)]).toEqual([[], []]);
});
