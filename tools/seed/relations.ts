import type { Calendar } from './calendar.ts';
import type { Chance } from './chance.ts';
import type { Member, Members } from './members.ts';
import { rootOf, type PlannedPost } from './threads.ts';

/** The demo's follows with their times, and its blocks. Nobody follows across a block. */
export class Relations {
  readonly follows = new Map<Member, Map<Member, Date>>();
  readonly #blocks: [Member, Member][];

  constructor(blocks: [Member, Member][]) {
    this.#blocks = blocks;
  }

  follow(follower: Member, followee: Member, since: Date): void {
    if (follower === followee || this.areBlocked(follower, followee)) return;
    const followed = this.follows.get(follower) ?? new Map<Member, Date>();
    followed.set(followee, followed.get(followee) ?? since);
    this.follows.set(follower, followed);
  }

  isFollowing(follower: Member, followee: Member): boolean {
    return this.follows.get(follower)?.has(followee) ?? false;
  }

  areBlocked(one: Member, other: Member): boolean {
    return one !== other && this.#blocks.some((pair) => pair.includes(one) && pair.includes(other));
  }
}

/** People follow others with the same interests, well-known people, and most of those whom they answer. */
export function planFollows(
  relations: Relations,
  members: Members,
  posts: PlannedPost[],
  calendar: Calendar,
  chance: Chance,
): void {
  const since = (one: Member, other: Member) =>
    new Date(
      chance.between(Math.max(one.createdAt.getTime(), other.createdAt.getTime()), calendar.now),
    );
  for (const one of members.values()) {
    for (const other of members.values()) {
      if (chance.isTrue(likelihood(one, other))) relations.follow(one, other, since(one, other));
    }
  }
  for (const post of posts.filter((each) => each.parent)) {
    const { author: host, visibility } = rootOf(post);
    // Only followers can answer a post for followers.
    if (visibility === 'followers' || chance.isTrue(0.7))
      relations.follow(post.author, host, since(post.author, host));
  }
}

function likelihood(one: Member, other: Member): number {
  if (one.persona.isNewcomer || other.persona.isNewcomer) return 0;
  const shared = one.persona.interests.filter((interest) =>
    other.persona.interests.includes(interest),
  );
  const byInterest = [0.06, 0.45, 0.75][Math.min(shared.length, 2)] ?? 0;
  return byInterest + (other.persona.isHub ? 0.25 : 0);
}
