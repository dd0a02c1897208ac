import type { PostRecord } from '../db/tables.ts';
import type { Guarded } from './visibility.ts';

type Visibility = PostRecord['visibility'];
type Parent = Pick<PostRecord, 'id' | 'author_id' | 'visibility' | 'audience_id' | 'root_id'>;

/** What decides who sees a post or comment: its own choice for a post, its root's for a comment. */
export function guardsOfPost(authorId: string, visibility: Visibility, parent: Parent | null) {
  if (!parent) {
    return {
      visibility,
      audience_id: authorId,
      party_ids: [authorId],
      parent_id: null,
      root_id: null,
    };
  }
  return {
    visibility: parent.visibility,
    audience_id: parent.audience_id,
    // Its author, the one it answers, and the root's; not everyone in between.
    party_ids: [...new Set([authorId, parent.author_id, parent.audience_id])],
    parent_id: parent.id,
    root_id: parent.root_id ?? parent.id,
  };
}

/** A repost is guarded as its original is, and also by who reposts. */
export function guardsOfRepost(reposterId: string, original: Guarded): Guarded {
  const { visibility, audience_id, party_ids } = original;
  return { visibility, audience_id, party_ids: [...new Set([reposterId, ...party_ids])] };
}
