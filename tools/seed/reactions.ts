import { HOUR, idAt, type Calendar } from './calendar.ts';
import type { Chance } from './chance.ts';
import type { Relations } from './relations.ts';
import type { Member, Members } from './members.ts';
import { rootOf, type PlannedPost } from './threads.ts';

export interface Reaction {
  by: Member;
  post: PlannedPost;
  createdAt: Date;
}

export interface PlannedRepost extends Reaction {
  id: string;
}

export interface Reactions {
  likes: Reaction[];
  bookmarks: Reaction[];
  reposts: PlannedRepost[];
}

/** The probability that a follower of the author reacts in this way. */
interface Pull {
  like: number;
  bookmark: number;
  repost: number;
}

/** Plans likes, reposts and bookmarks of posts that the person can see. */
export function planReactions(
  posts: PlannedPost[],
  members: Members,
  relations: Relations,
  calendar: Calendar,
  chance: Chance,
): Reactions {
  const reactions: Reactions = { likes: [], bookmarks: [], reposts: [] };
  for (const post of posts) {
    const pull = pullOf(post, chance.between(0.4, 1.6));
    for (const by of members.values()) {
      if (!mayReact(by, post, relations)) continue;
      const ease = by.generosity * (relations.isFollowing(by, post.author) ? 1 : 0.2);
      const reaction = () => ({
        by,
        post,
        createdAt: new Date(calendar.after(post.createdAt.getTime(), 7 * HOUR)),
      });
      if (chance.isTrue(pull.like * ease)) reactions.likes.push(reaction());
      if (chance.isTrue(pull.bookmark * ease)) reactions.bookmarks.push(reaction());
      if (chance.isTrue(pull.repost * ease)) {
        const createdAt = calendar.take(reaction().createdAt.getTime());
        reactions.reposts.push({ by, post, createdAt, id: idAt(createdAt) });
      }
    }
  }
  return reactions;
}

function mayReact(by: Member, post: PlannedPost, relations: Relations): boolean {
  const { author: host, visibility } = rootOf(post);
  const involvedPeople = [post.author, host, ...(post.parent ? [post.parent.author] : [])];
  if (by === post.author || involvedPeople.some((person) => relations.areBlocked(by, person)))
    return false;
  return visibility === 'public' || by === host || relations.isFollowing(by, host);
}

function pullOf(post: PlannedPost, luck: number): Pull {
  if (post.parent) return { like: 0.14 * luck, bookmark: 0, repost: 0 };
  const isPublic = post.visibility === 'public';
  // People who use bookmarks keep posts with links.
  const bookmark = post.text.includes('https://') ? 0.15 : post.isLoved ? 0.05 : 0.015;
  if (!post.isLoved) return { like: 0.24 * luck, bookmark, repost: isPublic ? 0.006 : 0 };
  return { like: 0.62 * luck, bookmark, repost: isPublic ? 0.04 * luck : 0 };
}
