import type { MemberContext } from '../context.ts';
import { loadMedia } from '../media/view-media.ts';
import { loadFaces } from '../users/view-users.ts';
import { Gallery } from './gallery.ts';
import { findPosts, type PostRow } from './post.queries.ts';
import { findOwnSide } from './standing.queries.ts';

/** All that these posts are shown with and judged by, in batches by key. */
export async function loadGallery(
  ctx: MemberContext,
  ids: string[],
  around: string[] = [],
): Promise<Gallery> {
  const rows = await loadRows(ctx, ids, around);
  const all = [...rows.values()];
  const authors = distinct(all.flatMap((row) => [row.audience_id, ...row.party_ids]));
  const media = loadMedia(
    ctx,
    all.flatMap((row) => row.media_ids),
  );
  const own =
    all.length > 0
      ? findOwnSide(ctx, ctx.viewer.id, targetsOf(rows, ids), authors)
      : Promise.resolve(nothing);
  const [people, { liked, bookmarked, reposted }] = await Promise.all([
    all.length > 0 ? loadFaces(ctx, authors, own) : new Map(),
    own,
    media,
  ]);
  const flags = {
    liked: new Set(liked),
    bookmarked: new Set(bookmarked),
    reposted: new Set(reposted),
  };
  return new Gallery(ctx, { rows, people, flags, media: await media });
}

const nothing = { liked: [], bookmarked: [], reposted: [], follows: [], blocks: [] };

/** The posts, the originals of reposts among them, and what either answer. */
async function loadRows(ctx: MemberContext, ids: string[], around: string[]) {
  const rows = new Map<string, PostRow>();
  const asked = new Set<string>();
  let missing = distinct([...ids, ...around]);
  while (missing.length > 0) {
    for (const id of missing) asked.add(id);
    for (const row of await findPosts(ctx, missing)) rows.set(row.id, row);
    missing = aroundOf(rows, ids).filter((id) => !asked.has(id));
  }
  return rows;
}

function aroundOf(rows: Map<string, PostRow>, ids: string[]): string[] {
  const shown = targetsOf(rows, ids);
  return distinct([...shown, ...shown.flatMap((id) => rows.get(id)?.parent_id ?? [])]);
}

/** A repost is shown as its original. */
function targetsOf(rows: Map<string, PostRow>, ids: string[]): string[] {
  return ids.map((id) => rows.get(id)?.repost_of_id ?? id);
}

function distinct(ids: string[]): string[] {
  return [...new Set(ids)];
}
