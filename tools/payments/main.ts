// What became of payments, for whoever runs the place: `npm run payments -- list`, `show <username or id>`, `reconcile`.
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { readConfig } from '../../server/src/config.ts';
import { openDatabase, type Database } from '../../server/src/db/client.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { StartError } from '../../server/src/start-error.ts';
import { standingOf } from '../../server/src/subscription/standing.ts';
import { findDatabase } from '../seed/find-database.ts';
import { printTable } from './print-table.ts';

const USAGE = `Usage:
  npm run payments -- list                 the 50 newest events and payments
  npm run payments -- show <name or id>    all about a member, by username, or about one subscription, by the provider's id
  npm run payments -- reconcile            ask the provider about everything that is not final`;

/** Milliseconds a running Roost is given to do what was asked of it. */
const PATIENCE = 20_000;

/** In rupees. */
const amount = sql<string>`to_char(amount / 100.0, 'FM999990.00')`.as('amount');

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(130));

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}

async function main([command, subject]: string[]): Promise<void> {
  const commands: Record<string, ((db: Database) => Promise<void>) | undefined> = {
    list,
    show: subject ? async (db) => show(db, subject) : undefined,
    reconcile,
  };
  const run = command && Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!run) throw new StartError(USAGE);
  const found = await findDatabase(readConfig(process.env));
  try {
    await migrate(found.adminUrl);
    const db = openDatabase({
      url: found.url,
      preparedStatements: false,
      size: 1,
      onError: () => {},
    });
    try {
      await run(db);
    } finally {
      await db.destroy();
    }
  } finally {
    await found.close();
  }
}

async function list(db: Database): Promise<void> {
  const events = await db
    .selectFrom('payment_events')
    .leftJoin('subscriptions', (on) =>
      on
        .onRef('subscriptions.provider', '=', 'payment_events.provider')
        .onRef('subscriptions.provider_id', '=', 'payment_events.subscription'),
    )
    .leftJoin('users', 'users.id', 'subscriptions.user_id')
    .select(['received_at', 'type', 'payment_events.subscription', 'username', 'outcome'])
    .orderBy('received_at', 'desc')
    .limit(50)
    .execute();
  printTable('Events', events);
  const payments = await db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .select(['paid_at', 'username', amount, 'currency', 'period_end', 'provider_id'])
    .orderBy('paid_at', 'desc')
    .limit(50)
    .execute();
  printTable('Payments', payments);
}

async function show(db: Database, subject: string): Promise<void> {
  const subscriptions = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .select([
      'subscriptions.id',
      'username',
      'premium_until',
      'plan',
      'provider_id',
      'phase',
      'started_at',
      'paid_until',
      'cancelled_at',
      'closed_at',
      'looked_at',
    ])
    .where((is) =>
      is.or([
        is('provider_id', '=', subject),
        is(sql`lower(username)`, '=', subject.toLowerCase()),
      ]),
    )
    .orderBy('subscriptions.id')
    .execute();
  if (subscriptions.length === 0)
    throw new StartError(
      `Nobody of that name has ever begun to pay, and no subscription has that id.`,
    );
  for (const { id, ...shown } of subscriptions) {
    printTable(
      'Subscription',
      Object.entries({ standing: standingOf(shown), ...shown }).map(([what, value]) => ({
        what,
        value,
      })),
    );
    printTable(
      'Payments',
      await db
        .selectFrom('payments')
        .select([
          'paid_at',
          amount,
          'currency',
          'period_start',
          'period_end',
          'provider_id',
          'receipt_sent_at',
        ])
        .where('subscription_id', '=', id)
        .orderBy('paid_at')
        .execute(),
    );
    printTable(
      'Events',
      await db
        .selectFrom('payment_events')
        .select(['received_at', 'type', 'event_id', 'handled_at', 'outcome'])
        .where('subscription', '=', shown.provider_id)
        .orderBy('received_at')
        .execute(),
    );
  }
}

/** The running Roost does it, so that open tabs hear of what it finds. */
async function reconcile(db: Database): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker.add_job('reconcilePayments', '{"all": true}'::json,
      queue_name => 'payments', max_attempts => 1)`.execute(db);
  const id = rows[0]?.id;
  const isOpen = async () => {
    const { rows: left } = await sql`select from graphile_worker._private_jobs
      where id = ${id}::bigint and (locked_at is not null or attempts < max_attempts)`.execute(db);
    return left.length > 0;
  };
  for (const end = Date.now() + PATIENCE; await isOpen(); await wait(250)) {
    if (Date.now() < end) continue;
    console.log('Roost is not running, or busy; it is done as soon as it can be.');
    return;
  }
  const { rows: open } = await sql<{ plan: string; phase: string; count: number }>`
    select plan, phase, count(*)::int as count from subscriptions where closed_at is null
    group by plan, phase order by plan, phase`.execute(db);
  printTable('Asked about; still open', open);
}
