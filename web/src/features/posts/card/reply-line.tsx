import * as words from '#words/posts';
import { Sentence } from '../../../ui/sentence.tsx';
import type { ParentPost } from '@roost/contract/posts';
import { Link } from '../../../lib/router/link.tsx';
import { paths } from '../../../paths.ts';
import { Handle } from '../../../ui/handle.tsx';

/** One line above a comment that names its parent and links to it. */
export function ReplyLine({ parent, isBrief = false }: { parent: ParentPost; isBrief?: boolean }) {
  const { ownerid: owner, content } = parent;
  if (!owner)
    return <p className="text-meta text-muted">{words.replyingToSomethingNotAvailable}</p>;
  const text = content.replace(/\s+/g, ' ').trim();
  const handle = (
    <span className="text-accent-text">
      <Handle username={owner.username} />
    </span>
  );
  return (
    <p className="flex text-meta text-muted">
      <Link
        to={paths.post(parent._id)}
        // With the line above it, a target of 24 px.
        className="truncate rounded-xs leading-6 hover:underline"
      >
        <Sentence
          parts={
            isBrief || text === ''
              ? words.replyingTo({ handle })
              : words.replyingToText({ handle, text: <bdi>{text}</bdi> })
          }
        />
      </Link>
    </p>
  );
}
