import type { MemberContext } from '../../kernel/context.ts';
import { attachLogo, deleteLogo } from '../../media/site-logo.ts';
import { changeSite, type SiteChange } from '../../site/change-site.ts';
import { asAdmin } from '../as-admin.ts';

/** Changes the given settings of the site. A new logo must be an own upload, and replaces the files of the former one. */
export async function updateSite(ctx: MemberContext, change: SiteChange): Promise<void> {
  await asAdmin(ctx, 'changeSite', async (tx) => {
    const { logo: former } = await changeSite(tx, change).then(({ before }) => before);
    if (change.logo === undefined || change.logo === former) return;
    if (change.logo !== null) await attachLogo(tx, change.logo);
    if (typeof former === 'string') await deleteLogo(tx, former);
  });
  ctx.site.forget();
}
