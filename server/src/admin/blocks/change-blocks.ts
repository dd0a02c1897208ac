import type { Context } from '../../kernel/context.ts';
import type { BlockLists } from '../../site/blocks/block-lists.ts';
import { canonicalRange } from '../../site/blocks/site-blocks.ts';
import { lockBlocks, updateBlocks } from '../../site/change-site.queries.ts';
import type { Act } from '../as-admin.ts';

/**
 * Changes the blocks in this transaction. `change` gets the stored lists and returns new ones, in any order and with repetitions. The
 * caller lets `ctx.site` forget the former ones.
 */
export async function changeBlocks(
  tx: Context,
  change: (stored: BlockLists) => BlockLists,
): Promise<Act<BlockLists>> {
  const before = await lockBlocks(tx);
  const after = canonicalLists(change(before));
  await updateBlocks(tx, after);
  return {
    result: after,
    record: { action: 'blocks.changed', before: statesOf(before), after: statesOf(after) },
  };
}

/** The lists sorted, without repetitions, with ranges in their canonical form. */
export function canonicalLists({ mailDomains, addresses }: BlockLists): BlockLists {
  return {
    mailDomains: [...new Set(mailDomains)].toSorted(),
    addresses: [...new Set(addresses.map(canonicalRange))].toSorted(),
  };
}

/** A domain or a range may belong to one person, so the audit log has only how many there are. */
function statesOf({ mailDomains, addresses }: BlockLists) {
  return { mailDomains: mailDomains.length, addresses: addresses.length };
}
