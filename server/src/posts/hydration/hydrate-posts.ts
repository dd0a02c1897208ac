import type { MemberContext } from '../../kernel/context.ts';
import { mediaById } from '../../media/present-media.ts';
import { authorCardsFrom } from '../../users/present-users.ts';
import { peopleInScopes } from '../access/access-scope.ts';
import { loadVisible } from '../load-post.ts';
import { findPosts, postFromJson, type PostRow } from '../post.queries.ts';
import { HydratedPosts } from './hydrated-posts.ts';
import { findHydration, findHydrationParts, type HydrationParts } from './hydration.queries.ts';

type Rows = Map<string, PostRow>;

/**
 * Loads all rows that these posts need: the originals of reposts, the parents of both, author cards, media and the viewer's
 * state. Where one machine holds the data, this takes one statement. On shards it takes one for each step along the references,
 * and one more. There, `referencedIds` saves steps: it has the ids of originals and parents, if the caller knows them.
 */
export async function hydratePosts(
  ctx: MemberContext,
  ids: string[],
  referencedIds: string[] = [],
): Promise<HydratedPosts> {
  if (ids.length === 0) return hydrated(ctx, []);
  if (ctx.shards) return hydrateOnShards(ctx, ids, referencedIds);
  const found = await findHydration(ctx, ctx.viewer, ids);
  return hydrated(ctx, found?.posts?.map(postFromJson) ?? [], found);
}

/**
 * Loads the rows of one post. An unknown post takes the same statements as a hidden one, so the time does not tell them apart. On
 * shards, throws `not_found` for both. On one machine, the caller finds neither in the result.
 */
export async function hydratePost(ctx: MemberContext, id: string): Promise<HydratedPosts> {
  // A hidden post would otherwise need one more statement for each step along its references.
  if (ctx.shards) await loadVisible(ctx, id);
  return hydratePosts(ctx, [id]);
}

async function hydrateOnShards(
  ctx: MemberContext,
  ids: string[],
  referencedIds: string[],
): Promise<HydratedPosts> {
  const byId: Rows = new Map();
  const requested = new Set<string>();
  let missing = [...new Set([...ids, ...referencedIds])];
  while (missing.length > 0) {
    for (const id of missing) requested.add(id);
    for (const row of await findPosts(ctx, missing)) byId.set(row.id, row);
    missing = referencedBy(byId, ids).filter((id) => !requested.has(id));
  }
  const rows = [...byId.values()];
  if (rows.length === 0) return hydrated(ctx, []);
  const found = await findHydrationParts(ctx, ctx.viewer, {
    people: peopleInScopes(rows),
    media: rows.flatMap((row) => row.media_ids),
    targets: targetsOf(byId, ids),
    roots: [...new Set(rows.map((row) => row.root_id ?? row.id))],
  });
  return hydrated(ctx, rows, found);
}

function hydrated(ctx: MemberContext, rows: PostRow[], found?: HydrationParts): HydratedPosts {
  return new HydratedPosts(ctx, {
    rows: new Map(rows.map((row) => [row.id, row])),
    authorCards: authorCardsFrom(found),
    limited: new Set(found?.limited),
    viewerState: {
      liked: new Set(found?.liked),
      bookmarked: new Set(found?.bookmarked),
      reposted: new Set(found?.reposted),
      mutedThreads: new Set(found?.mutedThreads),
    },
    media: mediaById(found?.media ?? []),
    mutedWords: found?.mutedWords ?? [],
  });
}

function referencedBy(rows: Rows, ids: string[]): string[] {
  const targets = targetsOf(rows, ids);
  return [...new Set([...targets, ...targets.flatMap((id) => rows.get(id)?.parent_id ?? [])])];
}

/** The ids of the targets: the posts themselves, or for reposts their originals. */
function targetsOf(rows: Rows, ids: string[]): string[] {
  return ids.map((id) => rows.get(id)?.repost_of_id ?? id);
}
