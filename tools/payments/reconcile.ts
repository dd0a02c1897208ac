import { setTimeout as wait } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import type { Database } from '../../server/src/platform/database/client.ts';
import { addJob } from '../../server/src/platform/jobs/add-job.ts';
import { reconcilePaymentsJob } from '../../server/src/billing/billing.jobs.ts';
import { printTable } from './print-table.ts';

/** How long to wait for the running Roost. */
const REPORT_TIMEOUT_MS = 60_000;

/** Asks the running Roost to reconcile, so that it updates open tabs. Prints the result. */
export async function reconcile(db: Database, timeoutMs = REPORT_TIMEOUT_MS): Promise<void> {
  const report = newId();
  await addJob({ db, traces: null }, reconcilePaymentsJob, { all: true, report });
  const find = async () =>
    db.selectFrom('payment_checks').selectAll().where('id', '=', report).executeTakeFirst();
  let found = await find();
  for (const end = Date.now() + timeoutMs; !found && Date.now() < end; found = await find())
    await wait(250);
  if (!found) {
    console.log('Roost does not run, or it is busy. It will reconcile later.');
    return;
  }
  const { provider, asked, failed, not_asked: left, trouble } = found;
  console.log(`Asked ${provider} about ${asked}; ${failed} without an answer (the log says why).`);
  if (left > 0) console.log(`Not asked about ${left} more.`);
  if (trouble) console.log(`Stopped: ${trouble}`);
  const open = await db
    .selectFrom('subscriptions')
    .select(['provider', 'plan', 'phase', (is) => is.fn.countAll<number>().as('count')])
    .where('closed_at', 'is', null)
    .groupBy(['provider', 'plan', 'phase'])
    .orderBy('provider')
    .orderBy('plan')
    .orderBy('phase')
    .execute();
  printTable('Still open', open);
}
