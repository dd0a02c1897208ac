import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../kernel/context.ts';
import { canonicalRange, SiteBlocks } from '../../site/blocks/site-blocks.ts';
import { updateBlocks } from '../../site/change-site.queries.ts';
import { asAdmin } from '../as-admin.ts';

interface Lists {
  mailDomains: string[];
  addresses: string[];
}

/**
 * Replaces the blocked mail domains and addresses, without repetitions. Throws bad_input if a range contains the address that
 * the admin uses, because the admin could not sign in again.
 */
export async function setBlocks(
  ctx: MemberContext,
  given: Lists,
  ownAddress: string,
): Promise<Lists> {
  const lists = {
    mailDomains: [...new Set(given.mailDomains)].toSorted(),
    addresses: [...new Set(given.addresses.map(canonicalRange))].toSorted(),
  };
  if (new SiteBlocks(lists).blocksAddress(ownAddress)) {
    const message = 'One of these ranges contains your own address.';
    throw new AppError('bad_input', { message, fields: [{ path: 'addresses', message }] });
  }
  await asAdmin(ctx, 'changeBlocks', async (tx) => updateBlocks(tx, lists));
  ctx.site.forget();
  return lists;
}
