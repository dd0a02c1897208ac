import { v7 as newId } from 'uuid';
import { AppError } from '@roost/contract/errors';
import { tiers } from '@roost/contract/limits';
import type { Post, Visibility } from '@roost/contract/posts';
import { fitsGraphemes, lengthOf } from '@roost/contract/text/text';
import { assertEmailVerified } from '../auth/addresses/assert-email-verified.ts';
import type { MemberContext } from '../kernel/context.ts';
import type { PostRecord } from '../platform/database/tables.ts';
import { emit, transaction } from '../platform/database/transaction.ts';
import { countMedia, attachMediaToPost, type MediaInput } from '../media/uploads/attach-media.ts';
import { withNewAccountPoints } from '../users/new-accounts/with-new-account-points.ts';
import { noteTextOfPost } from './note-text-of-post.ts';
import { findUsernames } from '../users/username.queries.ts';
import { accessScopeOfPost } from './access/access-scope.ts';
import { findEntities } from './entities/find-entities.ts';
import { presentNewPost } from './hydration/present-new-post.ts';
import { insertComment, insertPost, type InsertedPost } from './insert-post.queries.ts';
import { lockTarget } from './load-post.ts';
import { wallClock } from '../lib/wall-clock.ts';
import { postCreated, published } from './posts.events.ts';

export interface PostInput extends MediaInput {
  content: string;
  visibility: Visibility;
  parentPost?: string | undefined;
}

/** Publishes a post, or a comment if the input names a `parentPost`. */
export async function createPost(ctx: MemberContext, input: PostInput): Promise<Post> {
  await assertEmailVerified(ctx);
  const { content } = input;
  checkContent(ctx, content, countMedia(ctx, input) > 0);
  const draft = { id: newId(), content, ...(await resolveEntities(ctx, content)) };
  const mentions = { budget: 'mentions', points: () => draft.mentions.length } as const;
  return withNewAccountPoints(ctx, mentions, async (_, isNew) => publish(ctx, draft, input, isNew));
}

async function publish(
  ctx: MemberContext,
  draft: Draft,
  input: PostInput,
  isNew: boolean,
): Promise<Post> {
  return transaction(ctx, async (tx) => {
    const parent = input.parentPost ? await lockTarget(tx, input.parentPost) : null;
    const post = await completeDraft(tx, draft, input, parent);
    const [created_at] = await Promise.all([
      insert(tx, post, parent),
      noteTextOfPost(tx, post, { parent, isNew }),
    ]);
    emit(tx, postCreated, { post, answeredId: parent?.author_id ?? null });
    if (!parent)
      emit(tx, published, {
        postId: post.id,
        authorId: post.author_id,
        visibility: post.visibility,
        repostOfId: null,
      });
    return presentNewPost(tx, { ...post, created_at }, parent);
  });
}

type Draft = Pick<InsertedPost, 'id' | 'content' | 'hashtags' | 'mentions'>;

async function completeDraft(
  tx: MemberContext,
  draft: Draft,
  input: PostInput,
  parent: PostRecord | null,
): Promise<InsertedPost> {
  const { editChances, editWindow } = tiers[tx.viewer.tier];
  const scope = accessScopeOfPost(tx.viewer.id, input.visibility, parent);
  const isPublic = scope.visibility === 'public';
  return {
    ...draft,
    ...scope,
    author_id: tx.viewer.id,
    media_ids: await attachMediaToPost(tx, input, { id: draft.id, isPublic }),
    edit_valid_till: new Date(wallClock() + editWindow * 1_000),
    edit_chances_left: editChances,
  };
}

async function insert(
  tx: MemberContext,
  post: InsertedPost,
  parent: PostRecord | null,
): Promise<Date> {
  if (!parent) return insertPost(tx, post);
  const { id: parent_id, root_id } = parent;
  const comment = { ...post, parent_id, root_id: root_id ?? parent_id };
  return insertComment(tx, comment, parent.author_id);
}

/**
 * Throws `bad_input` if the post would be empty or too long. A text may be as long as the viewer's tier allows, and always as
 * long as `previous`, the text before an edit.
 */
export function checkContent(
  ctx: MemberContext,
  content: string,
  hasMedia: boolean,
  previous = '',
): void {
  const { postLength } = tiers[ctx.viewer.tier];
  if (content === '' && !hasMedia)
    throw new AppError('bad_input', { message: 'Post must have either content or media.' });
  if (!fitsGraphemes(content, Math.max(postLength, lengthOf(previous)))) {
    const message = `Use at most ${postLength} characters.`;
    throw new AppError('bad_input', { message, fields: [{ path: 'content', message }] });
  }
}

/** Finds the hashtags as typed, and the mentions that name an existing person. */
export async function resolveEntities(ctx: MemberContext, content: string) {
  const { hashtags, mentions } = findEntities(content);
  return {
    hashtags,
    mentions: mentions.length > 0 ? await findUsernames(ctx, ctx.viewer.id, mentions) : [],
  };
}
