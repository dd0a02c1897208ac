import * as words from '#words/posts';
import type { Post } from '@roost/contract/posts';
import { Pin } from 'lucide-react';

/** Says above a post on its author's profile that it is pinned there. */
export function PinnedLine({ post }: { post: Post }) {
  if (!post.isPinned || post.isRepost) return null;
  return (
    <p className="mb-1 flex items-center gap-3 text-meta font-medium text-muted">
      <span className="flex w-11 shrink-0 justify-end">
        <Pin size={16} strokeWidth={2} />
      </span>
      {words.pinned}
    </p>
  );
}
