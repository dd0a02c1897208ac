import type { FeedTab } from '@roost/contract/feed';
import type { Context } from '../../kernel/context.ts';
import { peopleInScopes } from '../../posts/access/access-scope.ts';
import { findAccessScopes } from '../../posts/post.queries.ts';
import { canSee, type AccessScope, type ViewerRelationships } from '../../posts/visibility.ts';
import type { FeedPost } from '../feed-post.queries.ts';
import { newestFirst } from '../ranking/rank-posts.ts';
import { findRelationships, type Pair } from './new-posts.queries.ts';

/** Candidates for new posts in one viewer's tab of the feed. */
export interface NewPostCandidates {
  viewerId: string;
  tab: FeedTab;
  /** Whether this tab shows public posts by people the viewer does not follow. */
  hasStrangers: boolean;
  posts: readonly FeedPost[];
}

/**
 * Filters the candidates to the posts that each viewer's feed would show, the newest first. It applies the one visibility
 * rule and the viewer's mutes, counts each original once, and leaves out the viewer's own posts. It takes two statements for any number of viewers.
 */
export async function filterNewPosts(
  ctx: Context,
  feeds: readonly NewPostCandidates[],
): Promise<FeedPost[][]> {
  const ids = new Set(feeds.flatMap(({ posts }) => posts.map(({ id }) => id)));
  if (ids.size === 0) return feeds.map(() => []);
  const scopes = new Map((await findAccessScopes(ctx, [...ids])).map((row) => [row.id, row]));
  const pairs = feeds.flatMap((feed) => pairsOf(feed, scopes));
  const relationships = await findRelationships(ctx, pairs);
  const follows = keysOf(relationships.filter(({ kind }) => kind === 'follows'));
  const blocks = keysOf(relationships.filter(({ kind }) => kind === 'block'));
  const muted = new Map(
    relationships.flatMap((each) =>
      each.kind === 'mute' || each.kind === 'muteReposts' ? [[keyOf(each), each.kind]] : [],
    ),
  );
  return feeds.map((feed) => {
    const { viewerId } = feed;
    return visibleIn(feed, scopes, {
      viewerId,
      follows: (personId) => follows.has(keyOf({ viewerId, personId })),
      isBlocked: (personId) => blocks.has(keyOf({ viewerId, personId })),
      muteOf: (personId) => muted.get(keyOf({ viewerId, personId })),
    });
  });
}

interface FeedViewer extends ViewerRelationships {
  muteOf: (userId: string) => 'mute' | 'muteReposts' | undefined;
}

const keyOf = ({ viewerId, personId }: Pair) => `${viewerId} ${personId}`;
const keysOf = (pairs: readonly Pair[]) => new Set(pairs.map(keyOf));

function pairsOf(
  { viewerId, posts }: NewPostCandidates,
  scopes: ReadonlyMap<string, AccessScope>,
): Pair[] {
  const people = new Set(peopleInScopes(posts.flatMap(({ id }) => scopes.get(id) ?? [])));
  people.delete(viewerId);
  return [...people].map((personId) => ({ viewerId, personId }));
}

function visibleIn(
  { tab, hasStrangers, posts }: NewPostCandidates,
  scopes: ReadonlyMap<string, AccessScope>,
  viewer: FeedViewer,
): FeedPost[] {
  const shown = new Map<string, FeedPost>();
  for (const post of posts.toSorted(newestFirst)) {
    const scope = scopes.get(post.id);
    if (!scope || post.authorId === viewer.viewerId || !canSee(scope, viewer)) continue;
    if (isMuted(post, scope, viewer)) continue;
    const isStranger = !viewer.follows(post.authorId);
    if (isStranger && (tab === 'following' || !hasStrangers || post.repostOfId)) continue;
    if (isShownAsOriginal(post, scope, viewer)) continue;
    shown.set(post.repostOfId ?? post.id, post);
  }
  return [...shown.values()];
}

/** Whether the feed shows the original instead, because the viewer follows or is its author. A repost does not make it newer. */
function isShownAsOriginal(
  { authorId, repostOfId }: FeedPost,
  { hidden_if_blocked_ids: hiddenIfBlockedIds }: AccessScope,
  { viewerId, follows }: ViewerRelationships,
): boolean {
  if (!repostOfId) return false;
  const originalAuthorId = originalAuthorOf(authorId, hiddenIfBlockedIds);
  return originalAuthorId === viewerId || follows(originalAuthorId);
}

/** The author of a repost's original comes after the reposter. */
function originalAuthorOf(reposterId: string, hiddenIfBlockedIds: readonly string[]): string {
  return hiddenIfBlockedIds.find((id) => id !== reposterId) ?? reposterId;
}

function isMuted(
  { authorId, repostOfId }: FeedPost,
  { hidden_if_blocked_ids: hiddenIfBlockedIds }: AccessScope,
  { muteOf }: FeedViewer,
): boolean {
  const mute = muteOf(authorId);
  if (mute === 'mute' || (mute === 'muteReposts' && repostOfId)) return true;
  return repostOfId !== null && muteOf(originalAuthorOf(authorId, hiddenIfBlockedIds)) === 'mute';
}
