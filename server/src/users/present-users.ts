import type {
  BlockedProfile,
  Mute,
  PostOwner,
  Profile,
  SuggestedUser,
  UserCard,
} from '@roost/contract/users';
import { AppError } from '@roost/contract/errors';
import { id as wireId } from '@roost/contract/wire';
import type { Context, MemberContext } from '../kernel/context.ts';
import { presentLinksState } from './new-accounts/present-links-state.ts';
import { profilePictureUrl } from './profile-picture.ts';
import { canCall, canMessage } from './contact.ts';
import { findFollowedBy } from './followed-by/find-followed-by.ts';
import { findUserIdByName } from '../auth/account.queries.ts';
import { presentPremium } from '../auth/premium.ts';
import {
  findAuthorCards,
  findPeople,
  findUsers,
  type AuthorCardRow,
  type CardsAndRelationships,
  type MutedIds,
  type Relationship,
  type UserRecord,
} from './user.queries.ts';

/** A loaded person with the viewer's relationship to them. */
export interface Person {
  user: UserRecord;
  relationship: Relationship;
  /** For all others, the person does not exist. */
  isHidden: boolean;
  /** The viewer has asked to follow the person. */
  isRequested: boolean;
  /** The viewer's mute of the person, if it still runs. */
  mute: Mute | null;
  /** The viewer's note about the person. */
  note: string | null;
}

/** The author of a post, with as much of the relationship as a post needs. */
export interface AuthorCard {
  user: AuthorCardRow;
  relationship: Pick<Relationship, 'follows' | 'blocks' | 'blocked_by'>;
  /** The viewer's mute of the person. */
  muted: 'all' | 'reposts' | null;
}

/** Loads people by id. Sends one statement for any number of people. Without `withNotes`, `mute` and `note` are null. */
export async function loadPeople(
  ctx: MemberContext,
  ids: Iterable<string>,
  options: { withNotes?: boolean } = {},
): Promise<Map<string, Person>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const people = await findPeople(ctx, ctx.viewer.id, wanted, options);
  return new Map(
    people.map(
      ({
        follows,
        followed_by,
        blocks,
        blocked_by,
        wrote,
        is_hidden: isHidden,
        requested: isRequested,
        mute,
        note,
        ...user
      }) => {
        const { id } = user;
        const relationship = { id, follows, followed_by, blocks, blocked_by, wrote };
        const details = { isRequested, mute: mute && presentMute(mute), note };
        return [id, { user, relationship, isHidden, ...details }];
      },
    ),
  );
}

/** The driver reads no dates inside JSON. */
function presentMute({ until, reposts }: Mute): Mute {
  return { until: until === null ? null : new Date(until).toISOString(), reposts };
}

/** Loads the author cards of posts in one statement. */
export async function loadAuthorCards(
  ctx: MemberContext,
  ids: string[],
): Promise<Map<string, AuthorCard>> {
  return authorCardsFrom(await findAuthorCards(ctx, ctx.viewer.id, ids));
}

/** Joins author cards with the relationships that one statement has read together with them. */
export function authorCardsFrom(found: CardsAndRelationships | undefined): Map<string, AuthorCard> {
  const follows = new Set(found?.follows);
  const blocks = new Set(found?.blocks);
  const blockedBy = new Set(found?.blocked_by);
  return new Map(
    found?.cards?.map(({ premium_until, ...card }) => {
      const { id } = card;
      const user = { ...card, premium_until: premium_until ? new Date(premium_until) : null };
      const relationship = {
        follows: follows.has(id),
        blocks: blocks.has(id),
        blocked_by: blockedBy.has(id),
      };
      return [id, { user, relationship, muted: mutedStateOf(found.muted, id) }];
    }),
  );
}

/** The viewer's mute of a person. */
export function mutedStateOf(muted: MutedIds | null, id: string): AuthorCard['muted'] {
  const isForReposts = muted?.[id];
  if (isForReposts === undefined) return null;
  return isForReposts ? 'reposts' : 'all';
}

/** Tells whether a block exists between the viewer and a person, in either direction, or the person is hidden. */
export function isBlocked({ relationship }: Pick<AuthorCard, 'relationship'>): boolean {
  return relationship.blocks || relationship.blocked_by;
}

/** Throws `not_found` if the person does not exist. A block does not matter. */
export async function assertUserExists(ctx: MemberContext, userId: string): Promise<void> {
  const [user] = await findUsers(ctx, [userId]);
  if (!user) throw new AppError('not_found', { message: 'User not found.' });
}

/** Throws `not_found` if the person does not exist, or if a block exists in either direction. */
export async function assertUserVisible(ctx: MemberContext, userId: string): Promise<void> {
  requireVisible((await loadPeople(ctx, [userId])).get(userId));
}

/** The same for a loaded person, whose row it returns. */
export function requireVisible(person: Person | undefined): UserRecord {
  if (!person || isBlocked(person)) throw new AppError('not_found', { message: 'User not found.' });
  return person.user;
}

/** Presents people as cards in the given order. Leaves out blocked people, in both directions. */
export async function presentUsers(ctx: MemberContext, ids: string[]): Promise<UserCard[]> {
  const people = await loadPeople(ctx, ids);
  return ids.flatMap((id) => presentUnlessBlocked(ctx, people.get(id)) ?? []);
}

/** Presents a loaded person as a card, unless a block exists in either direction. */
export function presentUnlessBlocked(
  ctx: MemberContext,
  person: Person | undefined,
): UserCard | undefined {
  return person && !isBlocked(person) ? presentCard(ctx, person) : undefined;
}

/** Presents people as suggestions: a card together with the profile that the hover card shows. */
export async function presentSuggested(
  ctx: MemberContext,
  ids: string[],
): Promise<SuggestedUser[]> {
  const people = await loadPeople(ctx, ids);
  return ids.flatMap((id) => {
    const person = people.get(id);
    if (!person || isBlocked(person)) return [];
    const card = presentCard(ctx, person);
    const { username, fullName, avatar, bio, premium } = card;
    const details = presentProfileDetails(ctx, person.user);
    const profile = { username, fullName, avatar, bio, premium, ...details };
    return [{ ...card, profile }];
  });
}

/** Presents a profile by username or by id. No username has the form of an id. Throws `not_found`. */
export async function presentProfileByName(
  ctx: MemberContext,
  name: string,
): Promise<Profile | BlockedProfile> {
  const asId = wireId.safeParse(name);
  const id = asId.success ? asId.data : await findUserIdByName(ctx, name);
  if (!id) throw new AppError('not_found', { message: 'User not found.' });
  return presentProfile(ctx, id);
}

/** Presents a profile. Across a block it contains only the name and the two block flags. Throws `not_found`. */
export async function presentProfile(
  ctx: MemberContext,
  id: string,
): Promise<Profile | BlockedProfile> {
  const person = (await loadPeople(ctx, [id], { withNotes: true })).get(id);
  if (!person || person.isHidden) throw new AppError('not_found', { message: 'User not found.' });
  const { user, relationship } = person;
  const flags = {
    isBlockedByCurrentUser: relationship.blocks,
    blockedByOtherUser: relationship.blocked_by,
  };
  if (isBlocked(person)) return { ...presentName(ctx, user), ...flags };
  const seesAll = id === ctx.viewer.id || relationship.follows;
  const followedBy = await findFollowedBy(ctx, user);
  return {
    ...presentCard(ctx, person),
    ...flags,
    ...presentProfileDetails(ctx, user),
    postsCount: user.public_posts_count + (seesAll ? user.followers_posts_count : 0),
    followsCurrentUser: relationship.followed_by,
    mute: person.mute,
    note: person.note,
    links: presentLinks(user),
    followedBy: {
      users: followedBy.users.map((each) => presentName(ctx, each)),
      count: followedBy.count,
    },
    canMessage: canMessage(ctx.viewer.id, person),
    canCall: canCall(ctx.viewer.id, person),
  };
}

/** The fields of a profile that a card does not have. */
function presentProfileDetails(ctx: Context, user: UserRecord) {
  return {
    coverImage: profilePictureUrl(ctx, user.cover_image, 1280),
    createdAt: user.created_at.toISOString(),
    messagePreference: user.message_preference as Profile['messagePreference'],
  };
}

/** A link is verified once its page has linked back to the profile. */
export function presentLinks({
  links,
  verified_links,
}: Pick<UserRecord, 'links' | 'verified_links'>): Profile['links'] {
  return links.map((url) => ({ url, verified: verified_links.includes(url) }));
}

export function presentName(
  ctx: Context,
  user: Pick<UserRecord, 'id' | 'username' | 'full_name' | 'avatar'>,
) {
  return {
    _id: user.id,
    username: user.username,
    fullName: user.full_name,
    avatar: profilePictureUrl(ctx, user.avatar, 320),
  };
}

/** The author of a text, as the author of an answer or of a notification shows it. */
export function presentAuthorName(ctx: MemberContext, { user, relationship }: AuthorCard) {
  return { ...presentName(ctx, user), ...presentLinksState(ctx, user, relationship.follows) };
}

export function presentOwner(ctx: MemberContext, card: AuthorCard): PostOwner {
  const { user, relationship } = card;
  return {
    ...presentAuthorName(ctx, card),
    premium: presentPremium(user),
    isFollowingByCurrentUser: relationship.follows,
    isBlockedByCurrentUser: relationship.blocks,
  };
}

function presentCard(ctx: MemberContext, { user, relationship, isRequested }: Person): UserCard {
  return {
    ...presentName(ctx, user),
    ...presentLinksState(ctx, user, relationship.follows),
    bio: user.bio,
    premium: presentPremium(user),
    followersCount: user.followers_count,
    followingCount: user.following_count,
    isFollowingByCurrentUser: relationship.follows,
    isFollowRequestedByCurrentUser: isRequested,
  };
}
