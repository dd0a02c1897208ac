import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../kernel/context.ts';
import type { BlockLists } from '../../site/blocks/block-lists.ts';
import { SiteBlocks } from '../../site/blocks/site-blocks.ts';
import { asAdmin } from '../as-admin.ts';
import { canonicalLists, changeBlocks } from './change-blocks.ts';

/**
 * Replaces the blocked email domains and addresses. Throws bad_input if a range contains the address that the admin uses, because
 * the admin could not sign in again.
 */
export async function setBlocks(
  ctx: MemberContext,
  given: BlockLists,
  ownAddress: string,
): Promise<BlockLists> {
  if (new SiteBlocks(canonicalLists(given)).blocksAddress(ownAddress)) {
    const message = 'One of these ranges contains your own address.';
    throw new AppError('bad_input', { message, fields: [{ path: 'addresses', message }] });
  }
  const lists = await asAdmin(ctx, 'changeBlocks', async (tx) => changeBlocks(tx, () => given));
  ctx.site.forget();
  return lists;
}
