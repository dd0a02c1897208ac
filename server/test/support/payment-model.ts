import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { KEPT_MAILS } from '../../src/platform/mail/mailer.ts';
import type { TestApp } from './app.ts';
import { crowdOf } from './cast.ts';
import { FakeProvider } from './fake-provider.ts';
import { countJobs } from './vendor-graphile-worker.ts';
import { mailsIn } from './mailbox.ts';
import { PaymentLifecycle } from './payment-lifecycle.ts';
import { anyStep, PEOPLE, examples } from './payment-steps.ts';
import { waitUntilReady, until } from './premium.ts';

/**
 * Runs random lifecycles of subscriptions and compares each with the provider's state. Events get lost, repeated,
 * reordered and forged. Responses are late or lost, and the provider is away at times.
 */
export async function runLifecycles(
  app: TestApp,
  runs: number,
  length: number,
  seed = Date.now(),
): Promise<void> {
  await waitUntilReady(app);
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
        const life = new PaymentLifecycle(app, provider, people);
        // Everybody has paid once. Otherwise most lifecycles would end before anything could go wrong.
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
    await fc.assert(property, { numRuns: runs, seed, endOnFailure: true, examples });
    await assertReceipts(app, await receipts());
  } finally {
    vi.useRealTimers();
  }
}

/** Each payment has exactly one receipt. */
async function assertReceipts(app: TestApp, added: Map<string, number>): Promise<void> {
  const payments = await app.ctx.db.selectFrom('payments').select('id').execute();
  expect(payments.length).toBeGreaterThan(0);
  for (const { id } of payments) expect(added.get(id), id).toBe(1);
  // The folder keeps only the newest mails.
  const count = Math.min(payments.length, KEPT_MAILS);
  await until(async () => (await mailsIn(app.dataFolder)).length >= count);
  expect(await mailsIn(app.dataFolder)).toHaveLength(count);
}
