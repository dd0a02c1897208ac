import * as words from '#words/posts';
import type { OriginalPost, Post } from '@roost/contract/posts';
import { Link } from '../../../lib/router/link.tsx';
import { exactTime } from '../../../lib/format/relative-time.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { NameLine } from '../../../ui/name-line.tsx';
import { FollowersOnly } from './followers-only.tsx';
import { isTemporary } from '../post-identity.ts';
import { paths } from '../../../paths.ts';

/** Name, badge, @username and age, then "edited" and "followers only" where they apply. */
export function PostByline({
  post,
  nameId,
  timeId,
}: {
  post: Post | OriginalPost;
  nameId: string;
  timeId: string;
}) {
  const { ownerid: owner, edits } = post;
  return (
    <div className="@container min-w-0 flex-1">
      <NameLine user={owner} hasHandle link={{ to: paths.profile(owner.username), id: nameId }}>
        <span aria-hidden className="shrink-0 text-muted">
          ·
        </span>
        {isTemporary(post) ? (
          <span id={timeId} className="shrink-0 text-muted">
            <RelativeTime iso={post.createdAt} />
          </span>
        ) : (
          <Link
            id={timeId}
            to={paths.post(post._id)}
            className="nums -my-0.5 min-w-target shrink-0 rounded-xs py-0.5 text-muted hover:underline pointer-coarse:-mx-1.5 pointer-coarse:-my-3 pointer-coarse:px-1.5 pointer-coarse:py-3"
          >
            <RelativeTime iso={post.createdAt} />
          </Link>
        )}
        {edits.isedited && (
          <span
            title={words.editedAt({ time: exactTime(edits.editedAt) })}
            className="shrink-0 text-muted @max-[12rem]:hidden"
          >
            <span aria-hidden>· </span>
            {words.edited}
          </span>
        )}
        {post.visibility === 'followers' && <FollowersOnly />}
      </NameLine>
    </div>
  );
}
