import type { PrivacySettings } from '@roost/contract/users';
import type { Context } from '../../kernel/context.ts';

/** The column of `users` for each setting of the wire. */
const columnOf = {
  followApproval: 'follow_approval',
  showOnline: 'show_online',
  sendReadReceipts: 'send_read_receipts',
  sendTyping: 'send_typing',
  showFollows: 'show_follows',
  relayCallsOnly: 'relay_calls_only',
  discoverable: 'discoverable',
  messageRequests: 'message_requests',
} as const satisfies Record<keyof PrivacySettings, string>;

/** Absent settings stay as they are. */
export type PrivacyChange = { [Name in keyof PrivacySettings]?: boolean | undefined };

type Setting = keyof typeof columnOf;
const settings = Object.keys(columnOf) as Setting[];
const selected = settings.map((setting) => `${columnOf[setting]} as ${setting}` as const);

export async function findPrivacy(
  ctx: Context,
  userId: string,
): Promise<PrivacySettings | undefined> {
  return ctx.db.reads
    .selectFrom('users')
    .select(selected)
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Stores the given settings, and returns all of them. */
export async function storePrivacy(
  ctx: Context,
  userId: string,
  change: PrivacyChange,
): Promise<PrivacySettings | undefined> {
  const given = settings.filter((setting) => change[setting] !== undefined);
  if (given.length === 0) return findPrivacy(ctx, userId);
  const values = Object.fromEntries(given.map((setting) => [columnOf[setting], change[setting]]));
  return ctx.db
    .updateTable('users')
    .set(values)
    .where('id', '=', userId)
    .returning(selected)
    .executeTakeFirst();
}
