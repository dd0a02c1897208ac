import { AppError } from '@roost/contract/errors';
import { v7 as newId } from 'uuid';
import type { RegistrationMode } from '@roost/contract/site';
import type { Context } from '../kernel/context.ts';
import { listRules, lockSettings, replaceRules, updateSettings } from './change-site.queries.ts';

/** The settings to change. Null restores a default. Absent settings keep their values. */
export interface SiteChange {
  name?: string | null | undefined;
  description?: string | null | undefined;
  rules?: { _id?: string | undefined; text: string }[] | undefined;
  registration?: RegistrationMode | null | undefined;
  accent?: number | null | undefined;
  logo?: string | null | undefined;
  languages?: string[] | undefined;
  contact?: string | undefined;
  announcement?: string | undefined;
}

interface Rule {
  id: string;
  text: string;
}

/** The values before and after a change. */
export interface ChangedSite {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/**
 * Changes the settings of the site in this transaction. The caller attaches a new logo and deletes the former one. Throws
 * bad_input for a rule with an unknown id.
 */
export async function changeSite(tx: Context, change: SiteChange): Promise<ChangedSite> {
  const { rules, ...given } = change;
  const settings = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  const stored: Record<string, unknown> = await lockSettings(tx);
  if (Object.keys(settings).length > 0) await updateSettings(tx, settings);
  const before = Object.fromEntries(Object.keys(settings).map((key) => [key, stored[key]]));
  if (rules === undefined) return { before, after: settings };
  const rulesVersion = Number(stored['rules_version']);
  const replaced = await changeRules(tx, rulesVersion, rules);
  return {
    before: { ...before, rules: replaced.before, rulesVersion },
    after: { ...settings, rules: replaced.after, rulesVersion: replaced.version },
  };
}

/** The version rises only if a text or the order changes. */
async function changeRules(
  tx: Context,
  version: number,
  rules: NonNullable<SiteChange['rules']>,
): Promise<{ before: Rule[]; after: Rule[]; version: number }> {
  const before = await listRules(tx);
  const known = new Set(before.map(({ id }) => id));
  const ids = rules.flatMap(({ _id }) => _id ?? []);
  if (ids.some((id) => !known.has(id)) || new Set(ids).size < ids.length)
    throw new AppError('bad_input', { message: 'A rule has an id that no rule of this site has.' });
  const after = rules.map(({ _id, text }) => ({ id: _id ?? newId(), text }));
  if (JSON.stringify(after) === JSON.stringify(before)) return { before, after, version };
  await replaceRules(tx, version + 1, after);
  await updateSettings(tx, { rules_version: version + 1 });
  return { before, after, version: version + 1 };
}
