import { sql } from 'kysely';
import type { AnyNotificationType } from '@roost/contract/notifications';
import type { Context } from '../../kernel/context.ts';
import { one, type Row } from '../../platform/database/query.ts';
import { isLimited } from '../../users/limited-user.queries.ts';

const reader = {
  language: 'text',
  /** By the preferences about notifications of this type. True without a type. */
  wantsType: 'bool',
  mutesThread: 'bool',
  hasWritten: 'bool',
  isActorLimited: 'bool',
} as const;
export type PushReader = Row<typeof reader>;

/** The cause of a push. The server does not check absent fields. */
export interface PushCause {
  actorId: string;
  type?: AnyNotificationType | undefined;
  rootId?: string | null | undefined;
  conversationId?: string;
}

/** Reads what decides at this moment whether a person gets a push, and its language. All rows have the person's key. */
export async function findPushReader(
  ctx: Context,
  userId: string,
  { actorId, type, rootId = null, conversationId }: PushCause,
): Promise<PushReader | undefined> {
  const thread = sql`select from muted_threads where user_id = ${userId} and root_id = ${rootId}::uuid`;
  const written = sql`select from conversation_members where user_id = ${userId}
    and conversation_id = ${conversationId ?? null}::uuid and has_written`;
  const wantsType =
    type === undefined ? sql`true` : sql`wants_notification(notification_preferences, ${type})`;
  return one(
    ctx.db.reads,
    reader,
    sql`select language, ${wantsType} as "wantsType",
        exists (${thread}) as "mutesThread", exists (${written}) as "hasWritten",
        ${isLimited(sql`${actorId}::uuid`)} as "isActorLimited"
      from users where id = ${userId}`,
  );
}
