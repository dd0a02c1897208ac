import {
  accessScopeOfPost,
  accessScopeOfRepost,
} from '../../server/src/posts/access/access-scope.ts';
import { findEntities } from '../../server/src/posts/entities/find-entities.ts';
import type { NewPost } from '../../server/src/platform/database/tables.ts';
import { tiers } from '@roost/contract/limits';
import type { Member, Members } from './members.ts';
import type { PlannedRepost } from './reactions.ts';
import { rootOf, type PlannedPost } from './threads.ts';

/** A post's row, with the columns of the visibility rule as `createPost` sets them. */
export function rowOfPost(post: PlannedPost, members: Members): NewPost {
  const { editWindow, editChances } = tiers.free;
  const { hashtags } = findEntities(post.text);
  return {
    id: post.id,
    author_id: post.author.id,
    content: post.text,
    hashtags,
    mentions: mentionedIn(post, members).map(({ persona }) => persona.username),
    ...accessScopeOf(post),
    edit_valid_till: new Date(post.createdAt.getTime() + editWindow * 1_000),
    edit_chances_left: post.editedAt ? editChances - 1 : editChances,
    edited_at: post.editedAt,
    created_at: post.createdAt,
  };
}

/** The members whom a post mentions. The case of letters does not matter. */
export function mentionedIn({ text }: PlannedPost, members: Members): Member[] {
  return findEntities(text).mentions.map((name) => {
    const member = [...members.values()].find(
      ({ persona }) => persona.username.toLowerCase() === name.toLowerCase(),
    );
    if (!member) throw new Error(`A post mentions @${name}, who is not in the demo.`);
    return member;
  });
}

export function accessScopeOf(post: PlannedPost): ReturnType<typeof accessScopeOfPost> {
  const parent = post.parent && {
    id: post.parent.id,
    author_id: post.parent.author.id,
    ...accessScopeOf(post.parent),
  };
  return accessScopeOfPost(post.author.id, rootOf(post).visibility, parent ?? null);
}

/** A repost's row, with the columns of the visibility rule as `repost` sets them. */
export function rowOfRepost({ id, by, post, createdAt }: PlannedRepost): NewPost {
  return {
    id,
    author_id: by.id,
    repost_of_id: post.id,
    ...accessScopeOfRepost(by.id, accessScopeOf(post)),
    edit_valid_till: createdAt,
    edit_chances_left: 0,
    created_at: createdAt,
  };
}
