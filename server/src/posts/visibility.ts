import { sql } from 'kysely';
import { hiddenFrom } from '../blocks/block.queries.ts';

/**
 * The one rule of who sees a post (contract §4, visibility). Each row carries what the rule needs: whose
 * followers may see it, and everyone a block with whom hides it. A comment carries its root's, a repost its
 * original's, so the rule is the same for all three and needs no other post.
 */
export interface Guarded {
  visibility: 'public' | 'followers';
  audience_id: string;
  party_ids: string[];
}

/** What the viewer is to the people of a post. */
export interface Standing {
  viewerId: string;
  follows: (userId: string) => boolean;
  /** In either direction. */
  isBlocked: (userId: string) => boolean;
}

export function canSee(post: Guarded, standing: Standing): boolean {
  if (post.party_ids.some((id) => standing.isBlocked(id))) return false;
  return (
    post.visibility === 'public' ||
    post.audience_id === standing.viewerId ||
    standing.follows(post.audience_id)
  );
}

/**
 * For statements that judge many posts: what stands between the viewer and everybody, as `hidden` and `followed`, read once
 * and put into their `with`.
 */
export const standingOf = (
  viewerId: string,
) => sql`${hiddenFrom(viewerId)}, followed as materialized (
    select followee_id as id from follows where follower_id = ${viewerId}
  )`;

/**
 * The same rule beside `standingOf`, over rows of posts that are neither comments nor reposts: whose only person is their
 * author (`post_search`, `post_hashtags`). A test holds the two against each other.
 */
export const isShownTo = (viewerId: string) => sql<boolean>`author_id not in (select id from hidden)
  and (visibility = 'public' or author_id = ${viewerId} or author_id in (select id from followed))`;
