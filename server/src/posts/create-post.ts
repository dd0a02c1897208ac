import { v7 as newId } from 'uuid';
import { AppError } from '@roost/contract/errors';
import { tiers } from '@roost/contract/limits';
import type { Post, Visibility } from '@roost/contract/posts';
import { fitsGraphemes, lengthOf } from '@roost/contract/text';
import type { MemberContext } from '../context.ts';
import type { PostRecord } from '../db/tables.ts';
import { emit, transaction } from '../db/transaction.ts';
import { countMedia, giveMedia, type MediaInput } from '../media/attach-media.ts';
import { findUsernames } from '../users/name.queries.ts';
import { findEntities } from './entities.ts';
import { guardsOfPost } from './guards.ts';
import { lockTarget } from './load-post.ts';
import { insertComment, insertPost, type MadePost } from './insert-post.queries.ts';
import { viewNewPost } from './view-new-post.ts';

export interface PostInput extends MediaInput {
  content: string;
  visibility: Visibility;
  parentPost?: string | undefined;
}

/** Publishes a post, or a comment on the post `parentPost` names. */
export async function createPost(ctx: MemberContext, input: PostInput): Promise<Post> {
  const content = checkContent(ctx, input.content, countMedia(ctx, input) > 0);
  const entities = await resolveEntities(ctx, content);
  const id = newId();
  return transaction(ctx, async (tx) => {
    const parent = input.parentPost ? await lockTarget(tx, input.parentPost) : null;
    const { editChances, editWindow } = tiers[tx.viewer.tier];
    const author_id = tx.viewer.id;
    const guards = guardsOfPost(author_id, input.visibility, parent);
    const post = {
      id,
      author_id,
      content,
      ...entities,
      ...guards,
      media_ids: await giveMedia(tx, input, { id, isPublic: guards.visibility === 'public' }),
      edit_valid_till: new Date(Date.now() + editWindow * 1_000),
      edit_chances_left: editChances,
    };
    const created_at = await write(tx, post, parent);
    emit(tx, { name: 'postCreated', post, answeredId: parent?.author_id ?? null });
    if (!parent)
      emit(tx, {
        name: 'published',
        postId: id,
        authorId: author_id,
        visibility: guards.visibility,
        repostOfId: null,
      });
    return viewNewPost(tx, { ...post, created_at }, parent);
  });
}

async function write(tx: MemberContext, post: MadePost, parent: PostRecord | null): Promise<Date> {
  if (!parent) return insertPost(tx, post);
  const { id: parent_id, root_id } = parent;
  const comment = { ...post, parent_id, root_id: root_id ?? parent_id };
  return insertComment(tx, comment, parent.author_id);
}

/**
 * The text as it is stored; throws where the post would be empty, or it is too long for the viewer's tier and longer
 * than `was`.
 */
export function checkContent(ctx: MemberContext, raw: string, hasMedia: boolean, was = ''): string {
  const content = raw.trim();
  const { postLength } = tiers[ctx.viewer.tier];
  if (content === '' && !hasMedia)
    throw new AppError('bad_input', { message: 'Post must have either content or media.' });
  if (!fitsGraphemes(content, Math.max(postLength, lengthOf(was)))) {
    const message = `Use at most ${postLength} characters.`;
    throw new AppError('bad_input', { message, fields: [{ path: 'content', message }] });
  }
  return content;
}

/** Hashtags as typed, and of the mentions those that name someone. */
export async function resolveEntities(ctx: MemberContext, content: string) {
  const { hashtags, mentions } = findEntities(content);
  return {
    hashtags,
    mentions: mentions.length > 0 ? await findUsernames(ctx, ctx.viewer.id, mentions) : [],
  };
}
