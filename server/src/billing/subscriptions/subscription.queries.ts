import { sql, type Insertable, type NotNull, type Updateable } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { one } from '../../platform/database/query.ts';
import type {
  KnownSubscription,
  SubscriptionRecord,
  Tables,
} from '../../platform/database/tables.ts';

export const subscriptionColumns = [
  'id',
  'user_id',
  'plan',
  'provider',
  'provider_id',
  'amount',
  'provider_plan',
  'phase',
  'is_retrying',
  'refresh_number',
  'refreshed_at',
  'started_at',
  'paid_until',
  'cancelled_at',
  'closed_at',
  'created_at',
] as const satisfies (keyof SubscriptionRecord)[];

/** Whether the provider has confirmed the creation. */
export function hasProviderId(row: SubscriptionRecord): row is KnownSubscription {
  return row.provider_id !== null;
}

/** Finds a person's current subscription: the paid and open one, or else the newest one. */
export async function findCurrent(
  ctx: Context,
  userId: string,
): Promise<KnownSubscription | undefined> {
  return ctx.db.reads
    .selectFrom('subscriptions')
    .select(subscriptionColumns)
    .where('user_id', '=', userId)
    .where('provider_id', 'is not', null)
    .orderBy(sql`closed_at is null and paid_until is not null`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<{ provider_id: NotNull }>()
    .executeTakeFirst();
}

/** Finds a person's own subscription by our id. */
export async function findOwn(
  ctx: Context,
  id: string,
  userId: string,
): Promise<KnownSubscription | undefined> {
  return ctx.db.reads
    .selectFrom('subscriptions')
    .select(subscriptionColumns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('provider_id', 'is not', null)
    .$narrowType<{ provider_id: NotNull }>()
    .executeTakeFirst();
}

/** Finds a person's only open subscription. The provider may not have confirmed it yet. */
export async function findOpen(ctx: Context, userId: string) {
  return ctx.db.reads
    .selectFrom('subscriptions')
    .select(subscriptionColumns)
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

export async function findByProviderId(ctx: Context, provider: string, providerId: string) {
  return ctx.db.reads
    .selectFrom('subscriptions')
    .select(subscriptionColumns)
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .$narrowType<{ provider_id: NotNull }>()
    .executeTakeFirst();
}

/** Inserts a subscription. Returns undefined if this person already has an open one. */
export async function insertSubscription(
  ctx: Pick<Context, 'db'>,
  row: Insertable<Tables['subscriptions']>,
): Promise<SubscriptionRecord | undefined> {
  return ctx.db
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').where('closed_at', 'is', null).doNothing())
    .returning(subscriptionColumns)
    .executeTakeFirst();
}

/**
 * Stores the provider's id of a created subscription. Returns undefined if its row was closed, deleted or got another
 * id meanwhile.
 */
export async function setProviderId(
  ctx: Pick<Context, 'db'>,
  id: string,
  providerId: string,
): Promise<KnownSubscription | undefined> {
  return ctx.db
    .updateTable('subscriptions')
    .set({ provider_id: providerId })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .where((is) => is.or([is('provider_id', 'is', null), is('provider_id', '=', providerId)]))
    .returning(subscriptionColumns)
    .$narrowType<{ provider_id: NotNull }>()
    .executeTakeFirst();
}

/** Deletes a row whose creation failed. No other row refers to it. */
export async function deleteUnconfirmed(ctx: Pick<Context, 'db'>, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('subscriptions')
    .where('id', '=', id)
    .where('provider_id', 'is', null)
    .execute();
}

export async function lockSubscription(ctx: Context, id: string): Promise<KnownSubscription> {
  return ctx.db
    .selectFrom('subscriptions')
    .select(subscriptionColumns)
    .where('id', '=', id)
    .forUpdate()
    .$narrowType<{ provider_id: NotNull }>()
    .executeTakeFirstOrThrow();
}

export async function updateSubscription(
  ctx: Context,
  id: string,
  change: Updateable<Tables['subscriptions']>,
): Promise<KnownSubscription> {
  return ctx.db
    .updateTable('subscriptions')
    .set(change)
    .where('id', '=', id)
    .returning(subscriptionColumns)
    .$narrowType<{ provider_id: NotNull }>()
    .executeTakeFirstOrThrow();
}

export async function databaseTime(ctx: Pick<Context, 'db'>): Promise<Date> {
  const found = await one(ctx.db, { now: 'timestamptz' }, sql`select now()`);
  return found?.now ?? new Date();
}

/** Returns a number that rises with each request to a provider, across all nodes. */
export async function nextRefreshNumber(ctx: Context): Promise<number> {
  const found = await one(
    ctx.db,
    { refresh_number: 'int8' },
    sql`select nextval('subscription_refreshes') as refresh_number`,
  );
  return found?.refresh_number ?? 0;
}
