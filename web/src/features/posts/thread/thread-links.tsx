import { Link } from 'react-router';
import { fullCount } from '../../../lib/count.ts';
import { postPath } from '../post-identity.ts';
import type { Branch } from './thread-tree.ts';

const quiet =
  '-ml-1 inline-flex min-h-8 items-center gap-2 rounded-xs px-1 text-meta font-semibold text-muted hover:text-text hover:underline pointer-coarse:min-h-11';

/** Opens and closes what answers a comment. */
export function Toggle({
  branch: { comment, replies, isCut },
  isOpen,
  onChange,
}: {
  branch: Branch;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
}) {
  const count = isCut ? Math.max(comment?.stats.commentCount ?? 0, replies.length) : replies.length;
  const words = `View ${fullCount(count)} ${count === 1 ? 'Reply' : 'Replies'}`;
  if (replies.length === 0) return isCut && comment && <Onward id={comment._id} words={words} />;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => onChange(!isOpen)}
      className={quiet}
    >
      <span aria-hidden className="h-px w-6 bg-control" />
      {isOpen ? 'Hide Replies' : words}
    </button>
  );
}

/** To where a thread goes on. */
export function Onward({ id, words }: { id: string; words: string }) {
  return (
    <Link to={postPath(id)} className={quiet}>
      <span aria-hidden className="h-px w-6 bg-control" />
      {words}
    </Link>
  );
}
