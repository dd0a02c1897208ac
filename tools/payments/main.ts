// Shows and reconciles payments for the operator: `npm run payments -- list`, `show <username or id>`, `reconcile`.
import { readConfig } from '../../server/src/config/config.ts';
import { prepareDataFolder } from '../../server/src/config/data-folder.ts';
import { openDatabase, type Database } from '../../server/src/platform/database/client.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { dropRights } from '../../server/src/platform/process/drop-privileges.ts';
import { StartError } from '../../server/src/config/start-error.ts';
import { findDatabase } from '../seed/find-database.ts';
import { inUnits, printTable } from './print-table.ts';
import { reconcile } from './reconcile.ts';
import { show } from './show.ts';

const USAGE = `Usage:
  npm run payments -- list                 the 50 newest events and payments
  npm run payments -- show <name or id>    all about a member, by username, or about a subscription or payment, by the provider's id
  npm run payments -- reconcile            ask the provider about everything that is not final`;

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
  const config = readConfig(process.env);
  prepareDataFolder(config.dataFolder);
  await dropRights(config);
  const found = await findDatabase(config);
  try {
    await migrate(found.adminUrl, { log: (line) => console.error(line) });
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
    .select([
      'received_at',
      'type',
      'payment_events.subscription',
      'payment_events.payment',
      'username',
      'outcome',
    ])
    .orderBy('received_at', 'desc')
    .limit(50)
    .execute();
  printTable('Events', events);
  const payments = await db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .select([
      'paid_at',
      'username',
      inUnits('payments.amount').as('amount'),
      'currency',
      'period_end',
      'provider_id',
    ])
    .orderBy('paid_at', 'desc')
    .limit(50)
    .execute();
  printTable('Payments', payments);
}
