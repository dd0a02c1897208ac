import { Link } from 'react-router';
import { isSeen, type Ancestry } from '../empty-ancestors.ts';
import { postPath } from '../post-identity.ts';
import { CommentRow, EmptyPlace } from './comment-row.tsx';

/** What a comment answers, above it: from the post at the root down to its parent. */
export function Ancestors({ ancestry: { ancestors, hasGap } }: { ancestry: Ancestry }) {
  return (
    <ol aria-label="Answers to" className="px-4 pt-3">
      {ancestors.map((post, index) => (
        <li key={post._id}>
          {isSeen(post) ? (
            <CommentRow comment={post} avatarSize={44} hasRail />
          ) : (
            <EmptyPlace avatarSize={44} hasRail />
          )}
          {hasGap && index === 0 && <Gap next={ancestors[1]?._id} />}
        </li>
      ))}
    </ol>
  );
}

/** Those between the root and the nearest are on the page of the first that is here. */
function Gap({ next }: { next: string | undefined }) {
  if (!next) return null;
  return (
    <div className="flex gap-2.5 py-1">
      <span aria-hidden className="flex w-11 shrink-0 justify-center">
        <span className="w-0 border-l-2 border-dotted border-control" />
      </span>
      <Link
        to={postPath(next)}
        className="flex min-h-9 items-center rounded-xs text-meta font-semibold text-muted hover:text-text hover:underline pointer-coarse:min-h-11"
      >
        Show earlier replies
      </Link>
    </div>
  );
}
