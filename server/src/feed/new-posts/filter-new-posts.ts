import type { FeedTab } from '@roost/contract/feed';
import { MutedWords } from '@roost/contract/text/muted-words';
import type { Context } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { peopleInScopes } from '../../posts/access/access-scope.ts';
import { isMutedFor, type MutablePost, type ViewerMutes } from '../../posts/mutes/is-muted-for.ts';
import { findAuthored } from '../../posts/mutes/muted-post.queries.ts';
import { findAccessScopes } from '../../posts/post.queries.ts';
import { canSee, type AccessScope, type ViewerRelationships } from '../../posts/visibility.ts';
import type { FeedPost } from '../feed-post.queries.ts';
import { lessAuthorOf, type Less } from '../less/less.ts';
import { newestFirst } from '../ranking/rank-posts.ts';
import { findRelationships, type Pair, type Relationship } from './new-posts.queries.ts';

/** Candidates for new posts in one viewer's tab of the feed. */
export interface NewPostCandidates {
  viewerId: string;
  tab: FeedTab;
  /** Whether this tab shows public posts by people the viewer does not follow. */
  hasStrangers: boolean;
  /** The viewer's "Not this". */
  less: Less;
  posts: readonly FeedPost[];
}

/**
 * Filters the candidates to the posts that each viewer's feed would show, the newest first. It applies the one visibility rule
 * and the viewer's mutes, and counts each original once. It leaves out the viewer's own posts and those of limited strangers. In
 * 'For you' it also leaves out what "Not this" keeps from the top. It takes two statements for any number of viewers, and a third
 * one if somebody mutes words.
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
  const limited = keysOf(relationships.filter(({ kind }) => kind === 'limited'));
  const mutesOf = mutesIn(relationships);
  const contents = await findContents(ctx, feeds, mutesOf);
  return feeds.map((feed) => {
    const { viewerId } = feed;
    const isListed = ({ authorId: personId }: FeedPost) => {
      const key = keyOf({ viewerId, personId });
      return !limited.has(key) || follows.has(key);
    };
    const viewer = {
      viewerId,
      follows: (personId: string) => follows.has(keyOf({ viewerId, personId })),
      isBlocked: (personId: string) => blocks.has(keyOf({ viewerId, personId })),
    };
    const mutes = mutesOf(viewerId);
    const listed = { ...feed, posts: feed.posts.filter(isListed) };
    return visibleIn(listed, scopes, viewer, (post, scope) =>
      isMutedFor(mutes, withOriginal(post, scope, contents)),
    );
  });
}

/** Returns a function that tells what each viewer mutes. */
function mutesIn(relationships: readonly Relationship[]): (viewerId: string) => ViewerMutes {
  const people = new Map(
    relationships.flatMap((each) => {
      const { kind } = each;
      const muted = kind === 'mute' ? 'all' : kind === 'muteReposts' ? 'reposts' : null;
      return muted ? [[keyOf(each), muted] as const] : [];
    }),
  );
  const now = wallClock();
  const words = new Map(
    relationships.flatMap(({ viewerId, words: muted }) =>
      muted ? [[viewerId, new MutedWords(muted, now, 'feed')] as const] : [],
    ),
  );
  const none = new MutedWords([], now);
  return (viewerId) => ({
    viewerId,
    mutedOf: (personId) => people.get(keyOf({ viewerId, personId })) ?? null,
    words: words.get(viewerId) ?? none,
  });
}

/** Reads the texts of the posts that somebody who mutes words would see. For a repost it is the text of the original. */
async function findContents(
  ctx: Context,
  feeds: readonly NewPostCandidates[],
  mutesOf: (viewerId: string) => ViewerMutes,
): Promise<ReadonlyMap<string, string>> {
  const ids = feeds
    .filter(({ viewerId }) => !mutesOf(viewerId).words.isEmpty)
    .flatMap(({ posts }) => posts.map(({ id, repostOfId }) => repostOfId ?? id));
  const found = await findAuthored(ctx, [...new Set(ids)]);
  return new Map(found.map(({ id, content }) => [id, content]));
}

function withOriginal(
  { id, authorId, repostOfId }: FeedPost,
  { hidden_if_blocked_ids: hiddenIfBlockedIds }: AccessScope,
  contents: ReadonlyMap<string, string>,
): MutablePost {
  const content = contents.get(repostOfId ?? id) ?? '';
  const original = repostOfId
    ? { author_id: originalAuthorOf(authorId, hiddenIfBlockedIds), content }
    : undefined;
  return { row: { author_id: authorId, repost_of_id: repostOfId, content }, original };
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
  { tab, hasStrangers, less, posts }: NewPostCandidates,
  scopes: ReadonlyMap<string, AccessScope>,
  viewer: ViewerRelationships,
  isMuted: (post: FeedPost, scope: AccessScope) => boolean,
): FeedPost[] {
  const shown = new Map<string, FeedPost>();
  for (const post of posts.toSorted(newestFirst)) {
    const scope = scopes.get(post.id);
    if (!scope || post.authorId === viewer.viewerId || !canSee(scope, viewer)) continue;
    if (isMuted(post, scope)) continue;
    if (tab === 'foryou' && isLess(less, post, scope)) continue;
    const isStranger = !viewer.follows(post.authorId);
    if (isStranger && (tab === 'following' || !hasStrangers || post.repostOfId)) continue;
    if (isShownAsOriginal(post, scope, viewer)) continue;
    shown.set(post.repostOfId ?? post.id, post);
  }
  return [...shown.values()];
}

/** Whether 'For you' leaves the post out, or does not put it first. `rankPosts` has the same rule. */
function isLess(
  less: Less,
  { id, authorId, repostOfId }: FeedPost,
  { hidden_if_blocked_ids: hiddenIfBlockedIds }: AccessScope,
): boolean {
  const targetId = repostOfId ?? id;
  const originalAuthorId = originalAuthorOf(authorId, hiddenIfBlockedIds);
  const isLessAuthor = lessAuthorOf(less, { id, targetId, authorId, originalAuthorId }) > 0;
  return isLessAuthor || less.posts.has(targetId);
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
