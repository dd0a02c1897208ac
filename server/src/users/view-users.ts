import type {
  BlockedProfile,
  PostOwner,
  Profile,
  SuggestedUser,
  UserCard,
} from '@roost/contract/users';
import { AppError } from '@roost/contract/errors';
import { id as wireId } from '@roost/contract/wire';
import type { Context, MemberContext } from '../context.ts';
import { profilePicture } from '../media/view-media.ts';
import { canCall, canMessage } from './contact.ts';
import { findUserIdByName } from './name.queries.ts';
import { viewPremium } from './premium.ts';
import {
  findFaces,
  findPeople,
  findTies,
  type FaceRecord,
  type Relation,
  type UserRecord,
} from './user.queries.ts';

/** A person as loaded: their row, and what stands between them and the viewer. */
export interface Person {
  user: UserRecord;
  relation: Relation;
}

/** As much of a person as a post is shown with. */
export interface Face {
  user: FaceRecord;
  relation: Pick<Relation, 'follows' | 'blocks' | 'blocked_by'>;
}

/** Loads people by id in two statements, whatever their number. */
export async function loadPeople(
  ctx: MemberContext,
  ids: Iterable<string>,
): Promise<Map<string, Person>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const [users, ties] = await Promise.all([
    findPeople(ctx, ctx.viewer.id, wanted),
    findTies(ctx, ctx.viewer.id, wanted),
  ]);
  const [follows, blocks] = [new Set(ties.follows), new Set(ties.blocks)];
  return new Map(
    users.map(({ followed_by, blocked_by, wrote, ...user }) => {
      const { id } = user;
      const own = { follows: follows.has(id), blocks: blocks.has(id) };
      return [id, { user, relation: { id, ...own, followed_by, blocked_by, wrote } }];
    }),
  );
}

/** Loads people as a post is shown with them, in one statement; of whom the viewer follows and blocks is known already. */
export async function loadFaces(
  ctx: MemberContext,
  ids: string[],
  ties: Promise<{ follows: string[]; blocks: string[] }>,
): Promise<Map<string, Face>> {
  const [users, known] = await Promise.all([findFaces(ctx, ctx.viewer.id, ids), ties]);
  const [follows, blocks] = [new Set(known.follows), new Set(known.blocks)];
  return new Map(
    users.map(({ blocked_by, ...user }) => {
      const own = { follows: follows.has(user.id), blocks: blocks.has(user.id) };
      return [user.id, { user, relation: { ...own, blocked_by } }];
    }),
  );
}

export function isBlocked({ relation }: Pick<Face, 'relation'>): boolean {
  return relation.blocks || relation.blocked_by;
}

/** Nothing of a person is listed where a block stands between. */
export async function assertOpen(ctx: MemberContext, userId: string): Promise<void> {
  assertIsOpen((await loadPeople(ctx, [userId])).get(userId));
}

export function assertIsOpen(person: Person | undefined): void {
  if (!person || isBlocked(person)) throw new AppError('not_found', { message: 'User not found.' });
}

/** Cards of these people in this order; those a block stands before are left out. */
export async function viewUsers(ctx: MemberContext, ids: string[]): Promise<UserCard[]> {
  const people = await loadPeople(ctx, ids);
  return ids.flatMap((id) => viewIfOpen(ctx, people.get(id)) ?? []);
}

/** A card, unless a block stands before. */
export function viewIfOpen(ctx: Context, person: Person | undefined): UserCard | undefined {
  return person && !isBlocked(person) ? viewCard(ctx, person) : undefined;
}

/** The same as suggestions: with what a card leaves out. */
export async function viewSuggested(ctx: MemberContext, ids: string[]): Promise<SuggestedUser[]> {
  const people = await loadPeople(ctx, ids);
  return ids.flatMap((id) => {
    const person = people.get(id);
    if (!person || isBlocked(person)) return [];
    const card = viewCard(ctx, person);
    const { username, fullName, avatar, bio, premium } = card;
    const profile = { username, fullName, avatar, bio, premium, ...viewPage(ctx, person.user) };
    return [{ ...card, profile }];
  });
}

/** By username, or by id: no name has an id's form. */
export async function viewProfileByName(
  ctx: MemberContext,
  name: string,
): Promise<Profile | BlockedProfile> {
  const asId = wireId.safeParse(name);
  const id = asId.success ? asId.data : await findUserIdByName(ctx, name);
  if (!id) throw new AppError('not_found', { message: 'User not found.' });
  return viewProfile(ctx, id);
}

export async function viewProfile(
  ctx: MemberContext,
  id: string,
): Promise<Profile | BlockedProfile> {
  const person = (await loadPeople(ctx, [id])).get(id);
  if (!person) throw new AppError('not_found', { message: 'User not found.' });
  const { user, relation } = person;
  const flags = {
    isBlockedByCurrentUser: relation.blocks,
    blockedByOtherUser: relation.blocked_by,
  };
  if (isBlocked(person)) return { ...viewName(ctx, user), ...flags };
  const seesAll = id === ctx.viewer.id || relation.follows;
  return {
    ...viewCard(ctx, person),
    ...flags,
    ...viewPage(ctx, user),
    postsCount: user.public_posts_count + (seesAll ? user.followers_posts_count : 0),
    followsCurrentUser: relation.followed_by,
    canMessage: canMessage(ctx.viewer.id, person),
    canCall: canCall(ctx.viewer.id, person),
  };
}

/** What a profile's page has beside a card. */
function viewPage(ctx: Context, user: UserRecord) {
  return {
    coverImage: profilePicture(ctx, user.cover_image, 1280),
    createdAt: user.created_at.toISOString(),
    messagePreference: user.message_preference as Profile['messagePreference'],
  };
}

export function viewName(
  ctx: Context,
  user: Pick<UserRecord, 'id' | 'username' | 'full_name' | 'avatar'>,
) {
  return {
    _id: user.id,
    username: user.username,
    fullName: user.full_name,
    avatar: profilePicture(ctx, user.avatar, 320),
  };
}

export function viewOwner(ctx: Context, { user, relation }: Face): PostOwner {
  return {
    ...viewName(ctx, user),
    premium: viewPremium(user),
    isFollowingByCurrentUser: relation.follows,
    isBlockedByCurrentUser: relation.blocks,
  };
}

function viewCard(ctx: Context, { user, relation }: Person): UserCard {
  return {
    ...viewName(ctx, user),
    bio: user.bio,
    premium: viewPremium(user),
    followersCount: user.followers_count,
    followingCount: user.following_count,
    isFollowingByCurrentUser: relation.follows,
  };
}
