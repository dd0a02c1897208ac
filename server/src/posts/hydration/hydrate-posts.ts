import type { MemberContext } from '../../kernel/context.ts';
import { mediaById } from '../../media/present-media.ts';
import { authorCardsFrom } from '../../users/present-users.ts';
import { peopleInScopes } from '../access/access-scope.ts';
import { loadVisible, unknownPostScope } from '../load-post.ts';
import { findPosts, findPostsAndReferenced, type PostRow } from '../post.queries.ts';
import type { AccessScope } from '../visibility.ts';
import { HydratedPosts } from './hydrated-posts.ts';
import { findHydrationParts, type HydrationParts } from './hydration.queries.ts';

type Rows = Map<string, PostRow>;

/**
 * Loads all rows that these posts need. Where one machine holds the data, this takes two statements. `referencedIds` has the ids
 * of originals and parents, if the caller knows them. Without it, the first statement finds them. With it, that statement is
 * cheaper, and a later one reads those that it lacks.
 */
export async function hydratePosts(
  ctx: MemberContext,
  ids: string[],
  referencedIds?: string[],
): Promise<HydratedPosts> {
  const rows = await loadRows(ctx, ids, referencedIds);
  return rows.size > 0
    ? hydrateRows(ctx, rows, [...rows.values()], ids)
    : new HydratedPosts(ctx, { rows, ...hydrationPartsFrom(undefined) });
}

/**
 * The same for one post. It sends the same statements for an unknown post as for a hidden one. On shards, it throws
 * `not_found` for both.
 */
export async function hydratePost(ctx: MemberContext, id: string): Promise<HydratedPosts> {
  // On shards, a hidden post would otherwise need one more statement for each step along its references.
  if (ctx.shards) await loadVisible(ctx, id);
  const rows = await loadRows(ctx, [id]);
  const scopes = rows.size > 0 ? [...rows.values()] : [unknownPostScope(id)];
  return hydrateRows(ctx, rows, scopes, [id]);
}

/** Loads author cards, media and the viewer's state for loaded posts, with one statement. `scopes` decides which people. */
async function hydrateRows(
  ctx: MemberContext,
  rows: Rows,
  scopes: AccessScope[],
  ids: string[],
): Promise<HydratedPosts> {
  const found = await findHydrationParts(ctx, ctx.viewer.id, {
    people: peopleInScopes(scopes),
    media: [...rows.values()].flatMap((row) => row.media_ids),
    targets: targetsOf(rows, ids),
  });
  return new HydratedPosts(ctx, { rows, ...hydrationPartsFrom(found) });
}

function hydrationPartsFrom(found: HydrationParts | undefined) {
  return {
    authorCards: authorCardsFrom(found),
    viewerState: {
      liked: new Set(found?.liked),
      bookmarked: new Set(found?.bookmarked),
      reposted: new Set(found?.reposted),
    },
    media: mediaById(found?.media ?? []),
  };
}

/** Loads the posts, the originals of reposts, and the parents of both. */
async function loadRows(
  ctx: MemberContext,
  ids: string[],
  referencedIds?: string[],
): Promise<Rows> {
  const rows: Rows = new Map();
  if (ids.length === 0) return rows;
  // On shards, a statement for each step along the references asks fewer of them.
  const isStepwise = referencedIds !== undefined || ctx.shards !== null;
  const add = (found: PostRow[]) => {
    for (const row of found) rows.set(row.id, row);
  };
  const requested = new Set([...ids, ...(referencedIds ?? [])]);
  add(await (isStepwise ? findPosts(ctx, [...requested]) : findPostsAndReferenced(ctx, ids)));
  for (;;) {
    const missing = referencedBy(rows, ids).filter((id) => !rows.has(id) && !requested.has(id));
    if (missing.length === 0) return rows;
    for (const id of missing) requested.add(id);
    add(await findPosts(ctx, missing));
  }
}

function referencedBy(rows: Rows, ids: string[]): string[] {
  const targets = targetsOf(rows, ids);
  return [...new Set([...targets, ...targets.flatMap((id) => rows.get(id)?.parent_id ?? [])])];
}

/** The ids of the targets: the posts themselves, or for reposts their originals. */
function targetsOf(rows: Rows, ids: string[]): string[] {
  return ids.map((id) => rows.get(id)?.repost_of_id ?? id);
}
