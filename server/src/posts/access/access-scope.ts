import type { PostRecord } from '../../platform/database/tables.ts';
import type { AccessScope } from '../visibility.ts';

type Visibility = PostRecord['visibility'];
type Parent = Pick<PostRecord, 'id' | 'author_id' | 'visibility' | 'audience_id' | 'root_id'>;

/**
 * The access scope of a new post or comment, with its parent and root. A post has the visibility that its author chose. A
 * comment has the visibility of its root.
 */
export function accessScopeOfPost(authorId: string, visibility: Visibility, parent: Parent | null) {
  if (!parent) {
    return {
      visibility,
      audience_id: authorId,
      hidden_if_blocked_ids: [authorId],
      parent_id: null,
      root_id: null,
    };
  }
  return {
    visibility: parent.visibility,
    audience_id: parent.audience_id,
    // The authors of the comment, its parent and its root. The authors between parent and root are left out.
    hidden_if_blocked_ids: [...new Set([authorId, parent.author_id, parent.audience_id])],
    parent_id: parent.id,
    root_id: parent.root_id ?? parent.id,
  };
}

/** A repost has the access scope of its original. A block of the reposter hides it, too. */
export function accessScopeOfRepost(reposterId: string, original: AccessScope): AccessScope {
  const { visibility, audience_id, hidden_if_blocked_ids } = original;
  return {
    visibility,
    audience_id,
    hidden_if_blocked_ids: [...new Set([reposterId, ...hidden_if_blocked_ids])],
  };
}

/** The people whose relationship to the viewer decides who sees these posts. Each id occurs once. */
export function peopleInScopes(scopes: readonly AccessScope[]): string[] {
  return [
    ...new Set(scopes.flatMap((scope) => [scope.audience_id, ...scope.hidden_if_blocked_ids])),
  ];
}
