import type { Storage } from '@roost/contract/media';
import type { MemberContext } from '../../kernel/context.ts';
import { quotaOf } from './reserve-quota.ts';
import { findUsage } from './usage.queries.ts';

/** Reads how much the viewer stores, and may store. */
export async function readStorage(ctx: MemberContext): Promise<Storage> {
  const { storedBytes, dayBytes } = await findUsage(ctx, ctx.viewer.id);
  const { quotaBytes, dayBytes: dayLimitBytes } = quotaOf(ctx.config, ctx.viewer.tier);
  return { storedBytes, quotaBytes, dayBytes, dayLimitBytes };
}
