import type { Draft as KeptDraft } from '@roost/contract/drafts';

/** The new post, reply or message that a draft becomes. */
export type DraftTarget = Pick<KeptDraft, 'parentPost' | 'conversationId'>;

/**
 * The target that a draft key names. Undefined for a draft of somebody else, and for an edit. The edit window closes before
 * another device needs the draft, so it stays in this browser.
 */
export function targetOf(draftKey: string, viewerId: string): DraftTarget | undefined {
  const [ownerId, kind, id = ''] = draftKey.split(':');
  if (ownerId !== viewerId) return undefined;
  if (kind === 'post') return { parentPost: null, conversationId: null };
  if (kind === 'reply') return { parentPost: id, conversationId: null };
  if (kind === 'chat') return { parentPost: null, conversationId: id };
  return undefined;
}

/** The key of the box in which a kept draft is edited. */
export function draftKeyOf({ parentPost, conversationId }: DraftTarget, viewerId: string): string {
  if (parentPost !== null) return `${viewerId}:reply:${parentPost}`;
  if (conversationId !== null) return `${viewerId}:chat:${conversationId}`;
  return `${viewerId}:post`;
}
