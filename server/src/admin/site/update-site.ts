import type { Context, MemberContext } from '../../kernel/context.ts';
import { attachLogo, deleteLogo } from '../../media/site-logo.ts';
import { changeSite, type ChangedSite, type SiteChange } from '../../site/change-site.ts';
import { asAdmin, type Act } from '../as-admin.ts';

/** Changes the given settings of the site. A new logo must be an upload of the admin, and replaces the files of the former one. */
export async function updateSite(ctx: MemberContext, change: SiteChange): Promise<void> {
  await asAdmin(ctx, 'changeSite', async (tx) => {
    const changed = await setSite(tx, change);
    const { logo: former } = changed.result.before;
    if (change.logo === undefined || change.logo === former) return changed;
    if (change.logo !== null) await attachLogo(tx, change.logo);
    if (typeof former === 'string') await deleteLogo(tx, former);
    return changed;
  });
  ctx.site.forget();
}

/** Changes settings in this transaction. The caller moves the files of a logo, and lets `ctx.site` forget the former settings. */
export async function setSite(tx: Context, change: SiteChange): Promise<Act<ChangedSite>> {
  const result = await changeSite(tx, change);
  return {
    result,
    record: {
      action: 'site.changed',
      before: statesOf(result.before),
      after: statesOf(result.after),
    },
  };
}

/** The settings that are texts. */
const textNames = ['name', 'description', 'contact', 'announcement'];

/**
 * The form of settings in the audit log. Nobody can change an entry later, so it has no text: of texts it has the length, and of
 * rules the ids and the version. The table of rules keeps the texts of each version.
 */
function statesOf(settings: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, stateOf(name, value)]),
  );
}

function stateOf(name: string, value: unknown): unknown {
  if (name === 'rules') return (value as { id: string }[]).map(({ id }) => id);
  return textNames.includes(name) && typeof value === 'string'
    ? { characters: value.length }
    : value;
}
