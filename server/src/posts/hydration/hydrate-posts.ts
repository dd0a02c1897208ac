import type { MemberContext } from '../../kernel/context.ts';
import { loadMedia } from '../../media/present-media.ts';
import { loadAuthorCards } from '../../users/present-users.ts';
import { peopleInScopes } from '../access/access-scope.ts';
import { unknownPostScope } from '../load-post.ts';
import { findPosts, type PostRow } from '../post.queries.ts';
import type { AccessScope } from '../visibility.ts';
import { HydratedPosts, type HydrationData } from './hydrated-posts.ts';
import { findViewerState } from './viewer-state.queries.ts';

/**
 * Loads all rows that these posts need, in batches by key. `alsoNeeded` are ids that the caller knows to be needed, such as
 * originals. They save a statement.
 */
export async function hydratePosts(
  ctx: MemberContext,
  ids: string[],
  alsoNeeded: string[] = [],
): Promise<HydratedPosts> {
  const rows = await loadRows(ctx, ids, alsoNeeded);
  if (rows.size === 0) return new HydratedPosts(ctx, { rows, ...emptyData });
  const media = loadMedia(ctx, mediaOf(rows));
  const [related] = await Promise.all([
    loadRelated(ctx, [...rows.values()], targetsOf(rows, ids)),
    media,
  ]);
  return new HydratedPosts(ctx, { rows, ...related, media: await media });
}

/**
 * The same for one post. Returns null if it is unknown or hidden, after the same statements for both. So it loads the media
 * and the parent only after it knows that the viewer may see the post.
 */
export async function hydratePost(ctx: MemberContext, id: string): Promise<HydratedPosts | null> {
  const [row] = await findPosts(ctx, [id]);
  const target = row?.repost_of_id ?? id;
  const related = await loadRelated(ctx, [row ?? unknownPostScope(id)], [target]);
  const rows = new Map(row ? [[id, row]] : []);
  const alone = new HydratedPosts(ctx, { rows, ...related, media: new Map() });
  if (!row || !alone.visibleRow(id)) return null;
  await addReferencedRows(ctx, rows, [id]);
  const { authorCards, viewerState } = related;
  const missing = [...rows.values()].filter((each) =>
    peopleInScopes([each]).some((personId) => !authorCards.has(personId)),
  );
  const [others, media] = await Promise.all([
    missing.length > 0 ? loadRelated(ctx, missing, [target]) : related,
    loadMedia(ctx, mediaOf(rows)),
  ]);
  const allCards = new Map([...authorCards, ...others.authorCards]);
  return new HydratedPosts(ctx, { rows, authorCards: allCards, viewerState, media });
}

/** Loads the author cards for these posts, and the viewer's state of the posts in `targets`. */
async function loadRelated(
  ctx: MemberContext,
  posts: AccessScope[],
  targets: string[],
): Promise<Pick<HydrationData, 'authorCards' | 'viewerState'>> {
  const people = peopleInScopes(posts);
  const state = findViewerState(ctx, ctx.viewer.id, targets, people);
  const [authorCards, { liked, bookmarked, reposted }] = await Promise.all([
    loadAuthorCards(ctx, people, state),
    state,
  ]);
  const viewerState = {
    liked: new Set(liked),
    bookmarked: new Set(bookmarked),
    reposted: new Set(reposted),
  };
  return { authorCards, viewerState };
}

const mediaOf = (rows: Map<string, PostRow>) => [...rows.values()].flatMap((row) => row.media_ids);

const emptyData = {
  authorCards: new Map(),
  viewerState: { liked: new Set(), bookmarked: new Set(), reposted: new Set() },
  media: new Map(),
} satisfies Partial<HydrationData>;

/** Loads the posts, the originals of reposts, and the parents of both. */
async function loadRows(ctx: MemberContext, ids: string[], alsoNeeded: string[]) {
  const rows = new Map<string, PostRow>();
  if (ids.length === 0) return rows;
  for (const row of await findPosts(ctx, distinct([...ids, ...alsoNeeded]))) rows.set(row.id, row);
  await addReferencedRows(ctx, rows, ids, alsoNeeded);
  return rows;
}

/** Adds the originals and parents of `ids`. It takes one statement for each step along these references. */
async function addReferencedRows(
  ctx: MemberContext,
  rows: Map<string, PostRow>,
  ids: string[],
  alsoNeeded: string[] = [],
): Promise<void> {
  const requested = new Set([...ids, ...alsoNeeded]);
  for (;;) {
    const missing = referencedBy(rows, ids).filter((id) => !requested.has(id));
    if (missing.length === 0) return;
    for (const id of missing) requested.add(id);
    for (const row of await findPosts(ctx, missing)) rows.set(row.id, row);
  }
}

function referencedBy(rows: Map<string, PostRow>, ids: string[]): string[] {
  const targets = targetsOf(rows, ids);
  return distinct([...targets, ...targets.flatMap((id) => rows.get(id)?.parent_id ?? [])]);
}

/** The ids of the posts that are shown: for a repost its original. */
function targetsOf(rows: Map<string, PostRow>, ids: string[]): string[] {
  return ids.map((id) => rows.get(id)?.repost_of_id ?? id);
}

function distinct(ids: string[]): string[] {
  return [...new Set(ids)];
}
