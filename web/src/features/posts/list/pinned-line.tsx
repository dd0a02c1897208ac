import * as words from '#words/posts';
import type { Post } from '@roost/contract/posts';
import { Pin } from 'lucide-react';
import { LineAbove } from '../card/line-above.tsx';

/** Says above a post on its author's profile that it is pinned there. */
export function PinnedLine({ post }: { post: Post }) {
  if (!post.isPinned || post.isRepost) return null;
  return <LineAbove icon={Pin}>{words.pinned}</LineAbove>;
}
