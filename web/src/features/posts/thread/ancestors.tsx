import * as words from '#words/posts';
import { Link } from '../../../lib/router/link.tsx';
import { isSeen, type Ancestry } from '../empty-ancestors.ts';
import { CommentRow, CommentPlaceholder } from './comment-row.tsx';
import { paths } from '../../../paths.ts';

/** The posts above a comment, from the root down to its parent. */
export function Ancestors({ ancestry: { ancestors, hasGap } }: { ancestry: Ancestry }) {
  return (
    <ol aria-label={words.answersTo} className="px-4 pt-3">
      {ancestors.map((post, index) => (
        <li key={post._id}>
          {isSeen(post) ? (
            <CommentRow comment={post} avatarSize={44} hasRail />
          ) : (
            <CommentPlaceholder avatarSize={44} hasRail />
          )}
          {hasGap && index === 0 && <Gap next={ancestors[1]?._id} />}
        </li>
      ))}
    </ol>
  );
}

/**
 * Links to the posts that are missing between the root and the nearest ancestors. The page of the next ancestor shows
 * them.
 */
function Gap({ next }: { next: string | undefined }) {
  if (!next) return null;
  return (
    <div className="flex gap-2.5 py-1">
      <span aria-hidden className="flex w-11 shrink-0 justify-center">
        <span className="w-0 border-s-2 border-dotted border-control" />
      </span>
      <Link
        to={paths.post(next)}
        className="flex min-h-9 items-center rounded-xs text-meta font-semibold text-muted hover:text-text hover:underline pointer-coarse:min-h-touch"
      >
        {words.showEarlierReplies}
      </Link>
    </div>
  );
}
