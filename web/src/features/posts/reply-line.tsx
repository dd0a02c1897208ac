import type { ParentPost } from '@roost/contract/posts';
import { Link } from 'react-router';
import { postPath } from './post-identity.ts';

/** What a comment answers, in one line; leads there. */
export function ReplyLine({ parent, isBrief = false }: { parent: ParentPost; isBrief?: boolean }) {
  const { ownerid: owner, content } = parent;
  if (!owner)
    return <p className="text-meta text-muted">Replying to something that is not available</p>;
  const words = content.replace(/\s+/g, ' ').trim();
  return (
    <p className="flex text-meta text-muted">
      <Link
        to={postPath(parent._id)}
        className="truncate rounded-xs hover:underline pointer-coarse:py-1"
      >
        Replying to <span className="text-accent-text">@{owner.username}</span>
        {!isBrief && words !== '' && (
          <>
            : <bdi>{words}</bdi>
          </>
        )}
      </Link>
    </p>
  );
}
