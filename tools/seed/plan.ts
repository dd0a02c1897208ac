import { Calendar } from './calendar.ts';
import { Chance } from './chance.ts';
import { planChats, type PlannedChat } from './chats.ts';
import { blocked, everyone } from './everyone.ts';
import { Relations, planFollows } from './relations.ts';
import { makeMembers, memberCalled, type Member, type Members } from './members.ts';
import { planPremium, type PlannedPremium } from './premium.ts';
import { planReactions, type Reactions } from './reactions.ts';
import { planThreads, type PlannedPost } from './threads.ts';

export interface Plan extends Reactions {
  members: Members;
  posts: PlannedPost[];
  relations: Relations;
  blocks: [blocker: Member, blocked: Member][];
  chats: PlannedChat[];
  premium: PlannedPremium[];
}

/** Plans the whole demo as of `now`. Two plans differ only in dates and ids. */
export function planDemo(now: Date): Plan {
  const chance = new Chance(1936);
  const calendar = new Calendar(now, chance);
  const members = makeMembers(everyone, calendar, chance);
  const posts = planThreads(members, calendar);
  const blocks = blocked.map(([one, other]): [Member, Member] => [
    memberCalled(members, one),
    memberCalled(members, other),
  ]);
  const relations = new Relations(blocks);
  planFollows(relations, members, posts, calendar, chance);
  const reactions = planReactions(posts, members, relations, calendar, chance);
  const chats = planChats(members, calendar);
  const premium = planPremium(members, calendar);
  return { members, posts, blocks, relations, ...reactions, chats, premium };
}
