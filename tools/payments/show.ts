import { sql } from 'kysely';
import type { Database } from '../../server/src/platform/database/client.ts';
import { StartError } from '../../server/src/config/start-error.ts';
import { subscriptionStatus } from '../../server/src/billing/subscriptions/subscription-status.ts';
import { inUnits, printTable } from './print-table.ts';

/** Prints everything about a member, or about a subscription or payment with this id at the provider. */
export async function show(db: Database, subject: string): Promise<void> {
  const subscriptions = await find(db, subject);
  for (const { id, ...shown } of subscriptions) {
    const lines = Object.entries({ status: subscriptionStatus(shown), ...shown });
    printTable(
      'Subscription',
      lines.map(([what, value]) => ({ what, value })),
    );
    printTable('Payments', await paymentsOf(db, id));
    if (shown.provider_id) printTable('Events', await eventsOf(db, shown.provider_id));
  }
  if (subscriptions.length > 0) return;
  const events = await eventsOf(db, subject);
  if (events.length === 0)
    throw new StartError(
      'No subscription, payment or event has this id, and no member with this username has a subscription.',
    );
  printTable('Events without a subscription', events);
}

async function find(db: Database, subject: string) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .select([
      'subscriptions.id',
      'username',
      'premium_until',
      'plan',
      inUnits('subscriptions.amount').as('price'),
      'provider',
      'provider_id',
      'provider_plan',
      'phase',
      'is_retrying',
      'started_at',
      'paid_until',
      'cancelled_at',
      'closed_at',
      'refreshed_at',
    ])
    .where((is) =>
      is.or([
        is('provider_id', '=', subject),
        is(sql`lower(username)`, '=', subject.toLowerCase()),
        is.exists(
          is
            .selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.subscription_id', '=', 'subscriptions.id')
            .where('payments.provider_id', '=', subject),
        ),
      ]),
    )
    .orderBy('subscriptions.id')
    .execute();
}

async function paymentsOf(db: Database, subscriptionId: string) {
  return db
    .selectFrom('payments')
    .select([
      'paid_at',
      inUnits('payments.amount').as('amount'),
      'currency',
      'period_start',
      'period_end',
      'provider_id',
      'receipt_sent_at',
    ])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('paid_at')
    .execute();
}

async function eventsOf(db: Database, id: string) {
  return db
    .selectFrom('payment_events')
    .select([
      'received_at',
      'happened_at',
      'type',
      'event_id',
      'payment',
      inUnits('payment_events.amount').as('amount'),
      'status',
      'handled_at',
      'outcome',
    ])
    .where((is) => is.or([is('subscription', '=', id), is('payment', '=', id)]))
    .orderBy('received_at')
    .execute();
}
