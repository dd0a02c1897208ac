import { sql, type Insertable, type Updateable } from 'kysely';
import type { Context } from '../context.ts';
import type { SubscriptionRecord, Tables } from '../db/tables.ts';

const columns = [
  'id',
  'user_id',
  'plan',
  'provider',
  'provider_id',
  'checkout',
  'phase',
  'look',
  'looked_at',
  'started_at',
  'paid_until',
  'cancelled_at',
  'closed_at',
  'created_at',
] as const satisfies (keyof SubscriptionRecord)[];

/** The newest of a person, over or not. */
export async function findNewest(ctx: Context, userId: string) {
  return ctx.db
    .selectFrom('subscriptions')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function findLive(ctx: Context, userId: string) {
  return ctx.db
    .selectFrom('subscriptions')
    .select(columns)
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

export async function findByProvider(ctx: Context, provider: string, providerId: string) {
  return ctx.db
    .selectFrom('subscriptions')
    .select(columns)
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
}

/** Undefined where this person has a live one already. */
export async function insertSubscription(
  ctx: Pick<Context, 'db'>,
  row: Insertable<Tables['subscriptions']>,
): Promise<SubscriptionRecord | undefined> {
  return ctx.db
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').where('closed_at', 'is', null).doNothing())
    .returning(columns)
    .executeTakeFirst();
}

export async function lockSubscription(ctx: Context, id: string): Promise<SubscriptionRecord> {
  return ctx.db
    .selectFrom('subscriptions')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateSubscription(
  ctx: Context,
  id: string,
  change: Updateable<Tables['subscriptions']>,
): Promise<SubscriptionRecord> {
  return ctx.db
    .updateTable('subscriptions')
    .set(change)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Rises with each question to a provider, on every node. */
export async function nextLook(ctx: Context): Promise<number> {
  const { rows } = await sql<{
    look: number;
  }>`select nextval('subscription_looks') as look`.execute(ctx.db);
  return rows[0]?.look ?? 0;
}

/** All that a person's subscriptions say of until when there is Premium; the row of the person is locked first. */
export async function lockPremium(ctx: Pick<Context, 'db'>, userId: string) {
  const user = await ctx.db
    .selectFrom('users')
    .select('premium_until')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const subscriptions = await ctx.db
    .selectFrom('subscriptions')
    .select(columns)
    .where('user_id', '=', userId)
    .where('paid_until', 'is not', null)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  return { before: user.premium_until, subscriptions };
}

export async function setPremium(
  ctx: Pick<Context, 'db'>,
  userId: string,
  until: Date | null,
): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ premium_until: until })
    .where('id', '=', userId)
    .execute();
}

export async function findPremium(ctx: Context, userId: string) {
  return ctx.db
    .selectFrom('users')
    .select('premium_until')
    .where('id', '=', userId)
    .executeTakeFirst();
}

/**
 * What is worth asking about again, longest not asked first: what is unpaid, runs out within a day or did, or was
 * not asked about for one. `all`: everything that is not final.
 */
export async function findToCheck(
  ctx: Context,
  provider: string,
  { all, most }: { all: boolean; most: number },
) {
  return ctx.db
    .selectFrom('subscriptions')
    .select(columns)
    .where('closed_at', 'is', null)
    .where('provider', '=', provider)
    .$if(!all, (query) =>
      query.where((is) =>
        is.or([
          is('paid_until', 'is', null),
          is('paid_until', '<', sql<Date>`now() + interval '1 day'`),
          is('looked_at', '<', sql<Date>`now() - interval '1 day'`),
        ]),
      ),
    )
    .orderBy('looked_at')
    .limit(most)
    .execute();
}

export async function findBuyer(ctx: Context, userId: string) {
  return ctx.db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['users.full_name', 'users.username', 'accounts.email'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}
