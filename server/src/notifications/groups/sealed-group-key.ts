import { parse, stringify } from 'uuid';
import { AppError } from '@roost/contract/errors';
import {
  extendedTypes,
  notificationTypes,
  type AnyNotificationType,
} from '@roost/contract/notifications';
import type { MemberContext } from '../../kernel/context.ts';

/** Identifies a group: its type with its post, or with the day of the follows. */
export interface GroupName {
  type: AnyNotificationType;
  postId: string | null;
  /** For follows and requests to follow: the day in UTC, as days since 1970. */
  day: number | null;
}

const LIST = ['notification groups'] as const;
/** A key has the position of the type here. */
const types: readonly AnyNotificationType[] = [...notificationTypes, ...extendedTypes];
/** One byte for the type, and sixteen for a post id or a day. */
const BYTES = 17;

/** The stable key of a group. It hides the post's id, because the viewer may no longer see the post. */
export function keyOfGroup(ctx: MemberContext, { type, postId, day }: GroupName): string {
  const bytes = Buffer.alloc(BYTES);
  bytes.writeUInt8(types.indexOf(type));
  if (postId) bytes.set(parse(postId), 1);
  else bytes.writeInt32BE(day ?? 0, 1);
  return ctx.cursors.sealName(bytes, ctx.viewer.id, LIST);
}

/** Opens a group's key. A key of another viewer, or a malformed one, gives `not_found`, like a deleted group. */
export function groupOfKey(ctx: MemberContext, key: string): GroupName {
  try {
    const bytes = ctx.cursors.openName(key, ctx.viewer.id, LIST);
    const type = types[bytes.readUInt8()]!;
    return type === 'follow' || type === 'followRequest'
      ? { type, postId: null, day: bytes.readInt32BE(1) }
      : { type, postId: stringify(bytes, 1), day: null };
  } catch {
    throw new AppError('not_found', { message: 'Notification not found.' });
  }
}
