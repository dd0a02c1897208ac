import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import type { Member } from '../../../test/support/cast.ts';
import { waitForMails } from '../../../test/support/mailbox.ts';
import { payersOf } from '../../../test/support/payers.ts';
import { buy, until } from '../../../test/support/premium.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { deliverSandboxEventJob } from '../billing.jobs.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { sendReceipt } from './send-receipt.ts';

const DAY = 86_400_000;

const app = await startAppForFile(withJobs);
const somebody = await payersOf(app, 5);

async function mailsTo(person: Member): Promise<string[]> {
  const mails = await waitForMails(app.dataFolder, 0);
  return mails.filter((mail) => mail.includes(`${person.username}@example.org`));
}

/** Waits until the job of the receipt has noted that its mail is sent. */
async function receiptSent(person: Member): Promise<void> {
  const unsent = app.ctx.db
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', person.id)
    .where('receipt_sent_at', 'is', null);
  await until(async () => (await unsent.execute()).length === 0);
}

test('each payment has one receipt by mail', async () => {
  const person = somebody();
  const id = await buy(person, 'ANNUAL');
  await until(async () => (await mailsTo(person)).length === 1);
  const [mail = ''] = await mailsTo(person);
  expect(mail).toContain('Rs 480.00');
  expect(mail).toContain('no money was taken');
  // Further events about the same payment change nothing.
  for (const event of ['evt_one', 'evt_two'])
    await addJob(app.ctx, deliverSandboxEventJob, {
      id: `${event}_${id}`,
      type: 'subscription.charged',
      subscription: id,
    });
  const handled = async () =>
    app.ctx.db
      .selectFrom('payment_events')
      .select('id')
      .where('subscription', '=', id)
      .where('handled_at', 'is not', null)
      .execute();
  await until(async () => (await handled()).length === 3);
  const { rows } = await sql`select from graphile_worker.jobs
    where key in (select 'receipt ' || id from payments where user_id = ${person.id})`.execute(
    app.ctx.db,
  );
  expect(rows).toHaveLength(0);
  expect(await mailsTo(person)).toHaveLength(1);
});

test('a receipt describes the provider of its payment, not the current provider', async () => {
  const person = somebody();
  await buy(person);
  await until(async () => (await mailsTo(person)).length === 1);
  await receiptSent(person);
  const payment = await app.ctx.db
    .updateTable('payments')
    .set({ receipt_sent_at: null, provider: 'razorpay' })
    .where('user_id', '=', person.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  await sendReceipt(app.ctx, { paymentId: payment.id });
  await until(async () => (await mailsTo(person)).length === 2);
  const sandboxNotices = (await mailsTo(person)).map((mail) => mail.includes('no money was taken'));
  expect(new Set(sandboxNotices)).toEqual(new Set([false, true]));
});

test('a receipt whose job failed for good goes out within two days', async () => {
  const person = somebody();
  await buy(person);
  await until(async () => (await mailsTo(person)).length === 1);
  await receiptSent(person);
  await app.ctx.db
    .updateTable('payments')
    .set({ receipt_sent_at: null, created_at: new Date(Date.now() - 2 * DAY) } as never)
    .where('user_id', '=', person.id)
    .execute();
  await reconcilePayments(app.ctx, {});
  await until(async () => (await mailsTo(person)).length === 2);
});

test('an unavailable mail server delays only the receipt', async () => {
  const person = somebody();
  const { mailer } = app.ctx;
  let failures = 0;
  const away: typeof mailer = {
    async send() {
      failures += 1;
      throw new Error('nobody answers');
    },
  };
  Object.assign(app.ctx, { mailer: away });
  try {
    await buy(person);
    await until(async () => failures > 0);
  } finally {
    Object.assign(app.ctx, { mailer });
  }
  await until(async () => (await mailsTo(person)).length > 0);
  expect(await mailsTo(person)).toHaveLength(1);
});

test('a deadlock after the mail sends no second one', async () => {
  const person = somebody();
  await buy(person);
  await until(async () => (await mailsTo(person)).length === 1);
  await receiptSent(person);
  const payment = await app.ctx.db
    .updateTable('payments')
    .set({ receipt_sent_at: null })
    .where('user_id', '=', person.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  let deadlocks = 0;
  // On shards, a change of one row can deadlock, because each node has a copy of this table.
  const db = new Proxy(app.ctx.db, {
    get(target, name) {
      if (name === 'updateTable' && deadlocks === 0) {
        deadlocks += 1;
        throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  await sendReceipt({ ...app.ctx, db }, { paymentId: payment.id });
  await sendReceipt(app.ctx, { paymentId: payment.id });
  expect(deadlocks).toBe(1);
  expect(await mailsTo(person)).toHaveLength(2);
});
