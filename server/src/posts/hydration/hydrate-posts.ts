import type { MemberContext } from '../../kernel/context.ts';
import { mediaById } from '../../media/present-media.ts';
import { authorCardsFrom } from '../../users/present-users.ts';
import { peopleInScopes } from '../access/access-scope.ts';
import { unknownPostScope } from '../load-post.ts';
import { findPosts, findPostsAndReferenced, type PostRow } from '../post.queries.ts';
import type { AccessScope } from '../visibility.ts';
import { HydratedPosts } from './hydrated-posts.ts';
import { findRelated } from './related.queries.ts';

type Rows = Map<string, PostRow>;

/**
 * Loads all rows that these posts need, with two statements. `alsoNeeded` has the ids of posts that these posts refer to, if
 * the caller knows them. The first statement is then cheaper, but each forgotten step along the references costs one more.
 */
export async function hydratePosts(
  ctx: MemberContext,
  ids: string[],
  alsoNeeded?: string[],
): Promise<HydratedPosts> {
  const rows = await loadRows(ctx, ids, alsoNeeded);
  return rows.size > 0
    ? hydrateRows(ctx, rows, [...rows.values()], ids)
    : new HydratedPosts(ctx, { rows, ...authorCardsAndState(undefined) });
}

/** The same for one post. It sends the same statements for an unknown post as for a hidden one. */
export async function hydratePost(ctx: MemberContext, id: string): Promise<HydratedPosts> {
  const rows = await loadRows(ctx, [id]);
  const scopes = rows.size > 0 ? [...rows.values()] : [unknownPostScope(id)];
  return hydrateRows(ctx, rows, scopes, [id]);
}

/** Loads what belongs to these loaded posts, with one statement. `scopes` names the people whom it loads. */
export async function hydrateRows(
  ctx: MemberContext,
  rows: Rows,
  scopes: AccessScope[],
  ids: string[],
): Promise<HydratedPosts> {
  const found = await findRelated(ctx, ctx.viewer.id, {
    people: peopleInScopes(scopes),
    media: [...rows.values()].flatMap((row) => row.media_ids),
    targets: targetsOf(rows, ids),
  });
  return new HydratedPosts(ctx, { rows, ...authorCardsAndState(found) });
}

function authorCardsAndState(found: Awaited<ReturnType<typeof findRelated>>) {
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
async function loadRows(ctx: MemberContext, ids: string[], alsoNeeded?: string[]): Promise<Rows> {
  const rows: Rows = new Map();
  if (ids.length === 0) return rows;
  const add = (found: PostRow[]) => {
    for (const row of found) rows.set(row.id, row);
  };
  const requested = new Set([...ids, ...(alsoNeeded ?? [])]);
  add(await (alsoNeeded ? findPosts(ctx, [...requested]) : findPostsAndReferenced(ctx, ids)));
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

/** The ids of the posts that are shown: for a repost its original. */
function targetsOf(rows: Rows, ids: string[]): string[] {
  return ids.map((id) => rows.get(id)?.repost_of_id ?? id);
}
