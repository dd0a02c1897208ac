import type { ParentPost, Visibility } from '@roost/contract/posts';
import { hasFields } from '../../../lib/storage.ts';
import type { OutboxItem } from '../../compose/outbox/outbox-rules.ts';
import { postDraftKey } from './post-draft-key.ts';

/** A post or a comment in the outbox. */
export interface QueuedPost extends OutboxItem {
  authorId: string;
  visibility: Visibility;
  /** Set for a comment. */
  parent?: ParentPost | undefined;
}

export const POST_KIND = 'post';

export const isQueuedPost = (item: OutboxItem): item is QueuedPost =>
  item.kind === POST_KIND &&
  hasFields<QueuedPost>(item, { authorId: 'string', visibility: 'string' });

export const draftKeyOf = ({ authorId, parent }: QueuedPost): string =>
  postDraftKey(authorId, parent);
