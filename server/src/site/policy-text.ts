import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from '../kernel/context.ts';
import { siteLocale, type Locale } from '../platform/locale.ts';

/** The policy pages. Their addresses are fixed, and operators can replace their texts. */
export const policyNames = [
  'privacy',
  'terms-and-conditions',
  'cancellation-and-refunds',
  'shipping',
  'contact-us',
] as const;
export type PolicyName = (typeof policyNames)[number];

const defaults = fileURLToPath(new URL('./policies/', import.meta.url));

/**
 * Reads the Markdown of a policy page. Operators put their own files in PAGES_DIR, and missing files come from the defaults.
 * They may edit a file at any time, so nothing is cached.
 */
export async function readPolicy(
  { config }: Pick<Context, 'config'>,
  name: PolicyName,
  locale: Locale,
): Promise<string> {
  return (await readOwn(config.pagesFolder, name, locale)) ?? readDefault(name, locale);
}

/** Reads the page of the contact. If the operator has only set the contact of the site, a short page names it. */
export async function readContact(
  { config }: Pick<Context, 'config'>,
  contact: string,
  locale: Locale,
) {
  const own = await readOwn(config.pagesFolder, 'contact-us', locale);
  return own ?? readDefault(contact === '' ? 'contact-us' : 'contact-known', locale);
}

async function readDefault(name: PolicyName | 'contact-known', locale: Locale): Promise<string> {
  return (
    (await readIfThere(join(defaults, locale, `${name}.md`))) ??
    readFile(join(defaults, siteLocale, `${name}.md`), 'utf8')
  );
}

/**
 * Reads the operator's own text: `de/privacy.md` for German readers, else `privacy.md` for all. Returns null without any. A text of the
 * operator in another language goes before a default text, because only the operator's text is true for this site.
 */
async function readOwn(folder: string | null, name: PolicyName, locale: Locale) {
  if (!folder) return null;
  return (
    (await readIfThere(join(folder, locale, `${name}.md`))) ??
    readIfThere(join(folder, `${name}.md`))
  );
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    // Any other error goes to the operator's log.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

/** The values that a policy page may name, as in `{{site}}`. */
export interface PolicyValues {
  site: string;
  contact: string;
  /** For how many days network addresses and recent activity are kept. */
  activityDays: number;
  /** For how many days the owner of a closed account can come back. */
  deletionDays: number;
  /** For how many days the evidence of a closed case is kept. */
  evidenceDays: number;
}

/** Markdown reads these characters as signs, so a value gets a backslash before them. */
const SIGNS = /[\\`*_{}[\]()#+\-.!|<>&~:@/]/g;

/** Fills the values into a policy page. They stay plain text, except a contact that is an address. Unknown names stay as they are. */
export function fillPolicy(
  markdown: string,
  { site, contact, activityDays, deletionDays, evidenceDays }: PolicyValues,
): string {
  const values: Record<string, string> = {
    site: escapeMarkdown(site),
    contact: linkOf(contact),
    activityDays: String(activityDays),
    deletionDays: String(deletionDays),
    evidenceDays: String(evidenceDays),
  };
  return markdown.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(SIGNS, '\\$&');
}

/** An email address or a web address becomes a link. */
function linkOf(contact: string): string {
  const isMail = /^[^\s<>@]+@[^\s<>@]+$/.test(contact);
  const isWeb = /^https?:\/\/[^\s<>]+$/.test(contact);
  return isMail || isWeb ? `<${contact}>` : escapeMarkdown(contact);
}

/** The terms that a person accepts, with the hash by which they are stored. */
export async function readTerms(ctx: Pick<Context, 'config'>, locale: Locale) {
  const text = await readPolicy(ctx, 'terms-and-conditions', locale);
  return { text, hash: hash('sha256', text, 'buffer') };
}
