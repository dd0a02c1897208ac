import { sql, type Updateable } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { exec } from '../platform/database/query.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { BlockLists } from './blocks/block-lists.ts';

/** Reads the stored settings and locks them until the end of the transaction, so changes happen one after the other. */
export async function lockSettings(tx: Context) {
  return tx.db.selectFrom('site_settings').selectAll().forUpdate().executeTakeFirstOrThrow();
}

export async function updateSettings(
  tx: Context,
  change: Updateable<Tables['site_settings']>,
): Promise<void> {
  await tx.db.updateTable('site_settings').set(change).execute();
}

/** The current rules, in their order. */
export async function listRules(tx: Context): Promise<{ id: string; text: string }[]> {
  return tx.db
    .selectFrom('site_rules')
    .select(['id', 'text'])
    .where('until_version', 'is', null)
    .orderBy('position')
    .execute();
}

/** Ends the current rules and inserts these as the next version. */
export async function replaceRules(
  tx: Context,
  version: number,
  rules: { id: string; text: string }[],
): Promise<void> {
  await tx.db
    .updateTable('site_rules')
    .set({ until_version: version })
    .where('until_version', 'is', null)
    .execute();
  if (rules.length === 0) return;
  await tx.db
    .insertInto('site_rules')
    .values(rules.map((rule, position) => ({ ...rule, position, since_version: version })))
    .execute();
}

/** Reads the blocks and locks them until the end of the transaction. */
export async function lockBlocks(tx: Context): Promise<BlockLists> {
  return tx.db
    .selectFrom('site_blocks')
    .select(['mail_domains as mailDomains', 'addresses'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateBlocks(
  tx: Context,
  { mailDomains, addresses }: BlockLists,
): Promise<void> {
  await tx.db.updateTable('site_blocks').set({ mail_domains: mailDomains, addresses }).execute();
  await exec(tx.db, sql`update site_settings set blocks_version = blocks_version + 1`);
}
