// Apart from moderation.ts, because every member's client needs these words, and only the staff's client needs all of its calls.
import { z } from 'zod';

export const reportReasons = [
  'spam',
  'harassment',
  'hate',
  'violence',
  'sexual',
  'self_harm',
  'illegal',
  'other',
] as const;
export const reportReason = z.enum(reportReasons);
export type ReportReason = z.infer<typeof reportReason>;

/**
 * - `hide`: Only the author sees the subject.
 * - `remove`: Nobody sees it.
 * - `limit`: Lists that nobody chose leave the author out.
 * - `suspend` and `ban`: The author is hidden and cannot sign in.
 */
export const moderationAction = z.enum([
  'dismiss',
  'hide',
  'remove',
  'warn',
  'limit',
  'suspend',
  'ban',
]);
export type ModerationAction = z.infer<typeof moderationAction>;
