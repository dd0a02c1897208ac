import type { MemberContext } from '../../kernel/context.ts';
import { assertUserVisible } from '../../users/present-users.ts';

/**
 * Throws `not_found` if the person does not exist, or if a block is between them and the viewer. A visible row proves the opposite, so
 * only an empty page needs the check.
 */
export async function assertFound<Found extends { shown: unknown[] }>(
  ctx: MemberContext,
  userId: string,
  found: Found,
): Promise<Found> {
  if (found.shown.length === 0) await assertUserVisible(ctx, userId);
  return found;
}
