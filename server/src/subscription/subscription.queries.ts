import { sql, type Insertable, type NotNull, type Updateable } from 'kysely';
import type { Context } from '../context.ts';
import type { KnownSubscription, SubscriptionRecord, Tables } from '../db/tables.ts';

const DAY = 86_400_000;

const columns = [
  'id',
  'user_id',
  'plan',
  'provider',
  'provider_id',
  'amount',
  'provider_plan',
  'phase',
  'is_retrying',
  'look',
  'looked_at',
  'started_at',
  'paid_until',
  'cancelled_at',
  'closed_at',
  'created_at',
] as const satisfies (keyof SubscriptionRecord)[];

/** Whether the provider has made it. */
export function isKnown(row: SubscriptionRecord): row is KnownSubscription {
  return row.provider_id !== null;
}

/** The one of a person that goes on, or else the newest, over or not. */
export async function findNewest(
  ctx: Context,
  userId: string,
): Promise<KnownSubscription | undefined> {
  return ctx.db
    .selectFrom('subscriptions')
    .select(columns)
    .where('user_id', '=', userId)
    .where('provider_id', 'is not', null)
    .orderBy(sql`closed_at is null and paid_until is not null`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<{ provider_id: NotNull }>()
    .executeTakeFirst();
}

/** One's own, by our id of it. */
export async function findOwn(
  ctx: Context,
  id: string,
  userId: string,
): Promise<KnownSubscription | undefined> {
  return ctx.db
    .selectFrom('subscriptions')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('provider_id', 'is not', null)
    .$narrowType<{ provider_id: NotNull }>()
    .executeTakeFirst();
}

/** The one at most that is not closed; it may only just be being begun. */
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
    .$narrowType<{ provider_id: NotNull }>()
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

/** Notes what the provider calls the one that was begun; undefined where that was given up, or has another name. */
export async function nameAtProvider(
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
    .returning(columns)
    .$narrowType<{ provider_id: NotNull }>()
    .executeTakeFirst();
}

/** Nothing was made of it, so nothing refers to it. */
export async function deleteBegun(ctx: Pick<Context, 'db'>, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('subscriptions')
    .where('id', '=', id)
    .where('provider_id', 'is', null)
    .execute();
}

/** Those that were being begun so many milliseconds ago, by a node that is gone. */
export async function deleteLeft(ctx: Pick<Context, 'db'>, age: number): Promise<void> {
  await ctx.db
    .deleteFrom('subscriptions')
    .where('provider_id', 'is', null)
    .where('closed_at', 'is', null)
    .where('created_at', '<', sql<Date>`now() - make_interval(secs => ${age / 1_000}::float8)`)
    .execute();
}

export async function lockSubscription(ctx: Context, id: string): Promise<KnownSubscription> {
  return ctx.db
    .selectFrom('subscriptions')
    .select(columns)
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
    .returning(columns)
    .$narrowType<{ provider_id: NotNull }>()
    .executeTakeFirstOrThrow();
}

/** That it was asked about, though nothing was found out. */
export async function noteLook(ctx: Pick<Context, 'db'>, id: string): Promise<void> {
  await ctx.db
    .updateTable('subscriptions')
    .set({ looked_at: new Date() })
    .where('id', '=', id)
    .execute();
}

export async function databaseTime(ctx: Pick<Context, 'db'>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(ctx.db);
  return rows[0]?.now ?? new Date();
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

/**
 * What is worth asking about again, longest not asked first: what is unpaid, runs out within a day or did, or was
 * not asked about for one.
 */
export async function findDue(
  ctx: Context,
  provider: string,
  most: number,
): Promise<KnownSubscription[]> {
  return openAt(ctx, provider, most)
    .where((is) =>
      is.or([
        is('paid_until', 'is', null),
        is('paid_until', '<', new Date(Date.now() + DAY)),
        is('looked_at', '<', new Date(Date.now() - DAY)),
      ]),
    )
    .orderBy('looked_at')
    .execute();
}

/** Everything that is not final, oldest first, from after one on. */
export async function findOpen(
  ctx: Context,
  provider: string,
  most: number,
  after: string | undefined,
): Promise<KnownSubscription[]> {
  return openAt(ctx, provider, most)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .execute();
}

function openAt(ctx: Context, provider: string, most: number) {
  return ctx.db
    .selectFrom('subscriptions')
    .select(columns)
    .where('closed_at', 'is', null)
    .where('provider', '=', provider)
    .where('provider_id', 'is not', null)
    .limit(most)
    .$narrowType<{ provider_id: NotNull }>();
}

/** Those that renew, of providers other than this, by provider; the sandbox's take no money. */
export async function countOpenElsewhere(ctx: Pick<Context, 'db'>, provider: string) {
  return ctx.db
    .selectFrom('subscriptions')
    .select(['provider', (is) => is.fn.countAll<number>().as('count')])
    .where('closed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('paid_until', 'is not', null)
    .where('plan', '=', 'Monthly')
    .where('provider', 'not in', [provider, 'sandbox'])
    .groupBy('provider')
    .execute();
}
