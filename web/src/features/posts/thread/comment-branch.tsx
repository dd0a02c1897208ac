import * as words from '#words/posts';
import type { Post } from '@roost/contract/posts';
import { useState } from 'react';
import { PostComposer } from '../create/post-composer.tsx';
import { isTemporary } from '../post-identity.ts';
import { ReplyLine } from '../card/reply-line.tsx';
import { CommentRow, CommentPlaceholder } from './comment-row.tsx';
import { Onward, Toggle } from './thread-links.tsx';
import { flatnessAt, isDialogue, isOnThisPage } from './thread-layout.ts';
import type { Branch } from './thread-tree.ts';
import { useScrollIntoView } from './use-scroll-into-view.ts';
import { useReplyBox } from './use-reply-box.ts';
import { personalMap } from '../../../lib/logout.ts';

/** The threads that somebody expanded or collapsed, so that they look the same after Back. */
const choices = personalMap<string, boolean>();

/** A comment and, after expanding, its replies. */
export function CommentBranch({ branch, depth = 0 }: { branch: Branch; depth?: number }) {
  const { id, comment, replies, isCut, hasNewComment } = branch;
  const [choice, setChoice] = useState(choices.get(id));
  const box = useReplyBox(id);
  useScrollIntoView(box.row, comment !== undefined && isTemporary(comment));
  const isInDialogue = isDialogue(branch, depth);
  const isOpen = choice ?? (hasNewComment || isInDialogue || !comment);
  const isHere = isOnThisPage(branch, depth);
  const isShown = isOpen && isHere && replies.length > 0;
  const avatarSize = depth === 0 ? 36 : 28;

  function choose(next: boolean) {
    choices.set(id, next);
    setChoice(next);
  }

  const below = (
    <>
      {isHere && comment && !(isInDialogue && isOpen) && (
        <Toggle branch={branch} isOpen={isShown} onChange={choose} />
      )}
      {!isHere && (replies.length > 0 || isCut) && (
        <Onward id={id} text={words.continueThisThread} />
      )}
    </>
  );
  return (
    <>
      {comment ? (
        <CommentRow
          ref={box.row}
          comment={comment}
          avatarSize={avatarSize}
          hasRail={isShown}
          note={flatnessAt(depth).isFlatOnPhones && <FlatNote comment={comment} depth={depth} />}
          onReply={box.toggle}
        >
          {box.isOpen && (
            <div className="mt-1 mb-2 rounded-card border border-control px-3 pt-0.5 pb-2.5">
              <PostComposer
                reply={{
                  to: comment,
                  box: box.field,
                  isInThread: true,
                  onReplied() {
                    box.close();
                    choose(true);
                  },
                }}
              />
            </div>
          )}
          {below}
        </CommentRow>
      ) : (
        <CommentPlaceholder avatarSize={avatarSize} hasRail={isShown}>
          {below}
        </CommentPlaceholder>
      )}
      {isShown && <Replies branch={branch} depth={depth + 1} />}
    </>
  );
}

function Replies({ branch, depth }: { branch: Branch; depth: number }) {
  const { isFlat, isFlatOnPhones } = flatnessAt(depth);
  // Half the width of the avatar above, minus half of the line.
  const start = depth === 1 ? 'ms-4.25' : isFlatOnPhones ? 'md:ms-3.25' : 'ms-3.25';
  const inset = isFlatOnPhones ? 'md:ps-5' : 'ps-5';
  const drawn = isFlatOnPhones ? 'max-md:hidden' : '';
  return (
    <ol className={isFlat ? '' : start}>
      {branch.replies.map((reply, index) => (
        <li key={reply.id} className={`relative pt-2.5 ${isFlat ? '' : inset}`}>
          {!isFlat && (
            <>
              {(index < branch.replies.length - 1 || branch.isCut) && (
                <span aria-hidden className={`absolute inset-y-0 start-0 w-0.5 bg-line ${drawn}`} />
              )}
              <span
                aria-hidden
                className={`absolute top-0 start-0 h-6.25 w-4 rounded-es-card border-b-2 border-s-2 border-line ${drawn}`}
              />
            </>
          )}
          <CommentBranch branch={reply} depth={depth} />
        </li>
      ))}
      {branch.isCut && (
        <li className={`relative ${isFlat ? '' : inset}`}>
          <Onward id={branch.id} text={words.showMoreReplies} />
        </li>
      )}
    </ol>
  );
}

/** Below the deepest indent, this names the comment that a reply answers. */
function FlatNote({ comment, depth }: { comment: Post; depth: number }) {
  if (!comment.parentPost) return null;
  return (
    <div className={flatnessAt(depth).isFlat ? '' : 'md:hidden'}>
      <ReplyLine parent={comment.parentPost} isBrief />
    </div>
  );
}
