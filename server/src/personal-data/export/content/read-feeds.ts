import type { MemberContext } from '../../../kernel/context.ts';
import { listKeptFeedsOf } from '../../../feed/kept/kept-feed.queries.ts';
import { listListsOf } from '../../../relations/lists/list.queries.ts';
import { postUrl, profileUrl, siteUrl, type ExportItem } from './export-item.ts';
import { listLess, listListMembers } from './read-feeds.queries.ts';
import { listShownNames } from './read-relations.queries.ts';

const ROWS_PER_READ = 500;

/** Reads the lists of a person, each with links to the people on it. */
export async function* readLists(ctx: MemberContext): AsyncGenerator<ExportItem> {
  for (const { id, name, created_at } of await listListsOf(ctx, ctx.viewer.id, null)) {
    const members = await listListMembers(ctx, ctx.viewer.id, id);
    const names = await listShownNames(
      ctx,
      members.map((member) => member.id),
    );
    yield { heading: name, at: created_at.toISOString(), text: name };
    for (const member of members) {
      const username = names.get(member.id);
      if (!username) continue;
      const at = member.created_at.toISOString();
      yield { heading: name, at, url: profileUrl(ctx, username) };
    }
  }
}

/** Reads the hashtags and searches that a person keeps as feeds. */
export async function* readKeptFeeds(ctx: MemberContext): AsyncGenerator<ExportItem> {
  for (const { kind, value, created_at } of await listKeptFeedsOf(ctx, ctx.viewer.id)) {
    const text = kind === 'hashtag' ? `#${value}` : value;
    const url = siteUrl(ctx, `/home/search?${new URLSearchParams({ q: text }).toString()}`);
    yield { at: created_at.toISOString(), text, url };
  }
}

/** Reads the posts of which a person said "Not this", as links. */
export async function* readLessShown(ctx: MemberContext): AsyncGenerator<ExportItem> {
  for (let after: string | null = null; ;) {
    const found = await listLess(ctx, ctx.viewer.id, after, ROWS_PER_READ);
    for (const { id, created_at } of found)
      yield { at: created_at.toISOString(), url: postUrl(ctx, id) };
    if (found.length < ROWS_PER_READ) return;
    after = found.at(-1)?.id ?? null;
  }
}
