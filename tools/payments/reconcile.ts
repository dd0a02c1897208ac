import { setTimeout as wait } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import type { Database } from '../../server/src/db/client.ts';
import { addJob } from '../../server/src/jobs/jobs.ts';
import { printTable } from './print-table.ts';

/** Milliseconds a running Roost is given to do what was asked of it. */
const PATIENCE = 60_000;

/** The running Roost does it, so that open tabs hear of what it finds; says what came of it. */
export async function reconcile(db: Database, patience = PATIENCE): Promise<void> {
  const report = newId();
  await addJob({ db }, 'reconcilePayments', { all: true, report });
  const find = async () =>
    db.selectFrom('payment_checks').selectAll().where('id', '=', report).executeTakeFirst();
  let found = await find();
  for (const end = Date.now() + patience; !found && Date.now() < end; found = await find())
    await wait(250);
  if (!found) {
    console.log('Roost is not running, or busy; it is done as soon as it can be.');
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
