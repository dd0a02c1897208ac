import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from '../kernel/context.ts';
import { siteLocale } from '../platform/locale.ts';

/** The policy pages. Their addresses are fixed, and operators can replace their texts. */
export const policyNames = [
  'privacy',
  'terms-and-conditions',
  'cancellation-and-refunds',
  'shipping',
  'contact-us',
] as const;
export type PolicyName = (typeof policyNames)[number];

const defaults = fileURLToPath(new URL(`./policies/${siteLocale}/`, import.meta.url));

/**
 * Reads the Markdown of a policy page. Operators put their own files in PAGES_DIR, and missing files come from the defaults.
 * They may edit a file at any time, so nothing is cached.
 */
export async function readPolicy(
  { config }: Pick<Context, 'config'>,
  name: PolicyName,
): Promise<string> {
  const file = `${name}.md`;
  try {
    if (config.pagesFolder) return await readFile(join(config.pagesFolder, file), 'utf8');
  } catch (error) {
    // Any other error goes to the operator's log.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return readFile(join(defaults, file), 'utf8');
}

/** The terms that a person accepts, with the hash by which they are stored. */
export async function readTerms(ctx: Pick<Context, 'config'>) {
  const text = await readPolicy(ctx, 'terms-and-conditions');
  return { text, hash: hash('sha256', text, 'buffer') };
}
