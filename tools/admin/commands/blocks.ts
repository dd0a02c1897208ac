import { setSiteBlocks } from '@roost/contract/admin';
import { changeBlocks } from '../../../server/src/admin/blocks/change-blocks.ts';
import { StartError } from '../../../server/src/config/start-error.ts';
import type { Context } from '../../../server/src/kernel/context.ts';
import type { BlockLists } from '../../../server/src/site/blocks/block-lists.ts';
import { canonicalRange } from '../../../server/src/site/blocks/site-blocks.ts';
import { findBlocks } from '../../../server/src/site/site.queries.ts';
import { asOperator } from '../as-operator.ts';
import type { Command, Report } from '../command.ts';

export const listBlocks: Command = {
  name: 'blocks list',
  summary: 'List the email domains and the network addresses that nobody may use here',
  run: async (ctx) => report(await findBlocks(ctx)),
};

export const addBlock: Command = {
  name: 'blocks add',
  parameters: ['domain-or-address'],
  summary: 'Block an email domain, a network address or a range, such as 192.0.2.0/24',
  run: async (ctx, { arguments: [word = ''] }) =>
    change(ctx, word, (list, block) => [...list, block]),
};

export const removeBlock: Command = {
  name: 'blocks remove',
  parameters: ['domain-or-address'],
  summary: 'Unblock an email domain, a network address or a range',
  run: async (ctx, { arguments: [word = ''] }) =>
    change(ctx, word, (list, block) => {
      if (list.includes(block)) return list.filter((each) => each !== block);
      throw new StartError(`${word} is not blocked.`);
    }),
};

async function change(
  ctx: Context,
  word: string,
  changeList: (stored: string[], block: string) => string[],
): Promise<Report> {
  const { name, block } = read(word);
  const lists = await asOperator(ctx, async (tx) =>
    changeBlocks(tx, (stored) => {
      const lists = { ...stored, [name]: changeList(stored[name], block) };
      const tooLong = setSiteBlocks.body?.safeParse(lists).error?.issues[0]?.message;
      if (tooLong) throw new StartError(tooLong);
      return lists;
    }),
  );
  return report(lists);
}

/** A word with only digits and dots, with a colon or with a slash is an address. Any other is a domain. */
function read(word: string): { name: keyof BlockLists; block: string } {
  const isAddress = /[:/]|^[\d.]+$/.test(word);
  const name = isAddress ? 'addresses' : 'mailDomains';
  const parsed = setSiteBlocks.body?.safeParse({ mailDomains: [], addresses: [], [name]: [word] });
  const block = parsed?.data?.[name][0];
  if (block === undefined)
    throw new StartError(`${word}: ${parsed?.error?.issues[0]?.message ?? 'not valid'}`);
  return { name, block: isAddress ? canonicalRange(block) : block };
}

function report({ mailDomains, addresses }: BlockLists): Report {
  return {
    data: { mailDomains, addresses },
    lines: [
      `${mailDomains.length} email domains`,
      ...mailDomains.map((domain) => `  ${domain}`),
      `${addresses.length} network addresses`,
      ...addresses.map((range) => `  ${range}`),
    ],
  };
}
