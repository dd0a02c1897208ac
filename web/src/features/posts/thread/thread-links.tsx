import * as words from '#words/posts';
import { Link } from '../../../lib/router/link.tsx';
import type { Branch } from './thread-tree.ts';
import { paths } from '../../../paths.ts';

const quiet =
  '-ms-1 inline-flex min-h-8 items-center gap-2 rounded-xs px-1 text-meta font-semibold text-muted hover:text-text hover:underline pointer-coarse:min-h-touch';

/** Expands and collapses the replies of a comment. */
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
  const text = words.viewReplies({ count });
  if (replies.length === 0) return isCut && comment && <Onward id={comment._id} text={text} />;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => onChange(!isOpen)}
      className={quiet}
    >
      <span aria-hidden className="h-px w-6 bg-control" />
      {isOpen ? words.hideReplies : text}
    </button>
  );
}

/** Links to the page on which a thread continues. */
export function Onward({ id, text }: { id: string; text: string }) {
  return (
    <Link to={paths.post(id)} className={quiet}>
      <span aria-hidden className="h-px w-6 bg-control" />
      {text}
    </Link>
  );
}
