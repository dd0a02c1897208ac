import type { Context } from '../../kernel/context.ts';
import { fetchPage } from '../../platform/http/outgoing/fetch-page.ts';
import { findLinks, setVerifiedLinks } from './link.queries.ts';
import { linksBack } from './links-back.ts';

/** Reads the pages of somebody's links, and marks those that link back to the profile (job). */
export async function verifyLinks(ctx: Context, { userId }: { userId: string }): Promise<void> {
  const person = await findLinks(ctx, userId);
  if (!person) return;
  const profile = `${ctx.origin}/home/profile/${encodeURIComponent(person.username)}`;
  const checked = await Promise.all(
    person.links.map(async (url) => {
      const page = await fetchPage(ctx, url);
      // An open redirect of another site would verify that site.
      const isOwn = page && hostOf(page.url) === hostOf(url);
      return isOwn && linksBack(page, profile) ? [url] : [];
    }),
  );
  await setVerifiedLinks(ctx, userId, person, checked.flat());
}

/** The host of an address. Many sites lead from their bare name to the one with "www." or back. */
function hostOf(url: string): string {
  return new URL(url).host.replace(/^www\./, '');
}
