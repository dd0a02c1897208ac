import fc from 'fast-check';
import { expect, vi } from 'vitest';
import type { TestApp } from './app.ts';
import { crowdOf } from './cast.ts';
import { FakeProvider } from './fake-provider.ts';
import { countJobs } from './hasten-jobs.ts';
import { mailsIn } from './mailbox.ts';
import { Life } from './payment-life.ts';
import { anyStep, PEOPLE, turns } from './payment-steps.ts';
import { settled, until } from './premium.ts';

/**
 * Drives so many random lives of subscriptions, with events dropped, doubled, mixed up and forged, answers late or
 * lost and a provider that is away, and holds each against what is true at the provider.
 */
export async function liveThrough(
  app: TestApp,
  runs: number,
  length: number,
  seed = Date.now(),
): Promise<void> {
  await settled(app);
  const receipts = await countJobs(app, 'paymentId');
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const property = fc.asyncProperty(
      fc.array(anyStep, { minLength: length, maxLength: length }),
      async (steps) => {
        vi.setSystemTime(vi.getRealSystemTime());
        const provider = new FakeProvider();
        Object.assign(app.ctx, { payments: provider });
        const people = await crowdOf(app, PEOPLE, `p${Math.random().toString(36).slice(2)}`);
        const life = new Life(app, provider, people);
        // Everybody has begun already, or most lives would be over before there was anything to lose.
        for (let who = 0; who < PEOPLE; who += 1) {
          await life.take({ do: 'create', who, plan: who === 0 ? 'MONTHLY' : 'ANNUAL' });
          await life.take({ do: 'change', who, change: 'charge' });
        }
        for (const each of steps) {
          await life.take(each);
          await life.assertNobodyHasMore();
        }
        await life.assertTrue();
      },
    );
    await fc.assert(property, { numRuns: runs, seed, endOnFailure: true, examples: turns });
    await assertReceipts(app, await receipts());
  } finally {
    vi.useRealTimers();
  }
}

/** No payment had two effects, and none was without. */
async function assertReceipts(app: TestApp, added: Map<string, number>): Promise<void> {
  const payments = await app.ctx.db.selectFrom('payments').select('id').execute();
  expect(payments.length).toBeGreaterThan(0);
  for (const { id } of payments) expect(added.get(id), id).toBe(1);
  await until(async () => (await mailsIn(app.dataFolder)).length >= payments.length);
  expect(await mailsIn(app.dataFolder)).toHaveLength(payments.length);
}
