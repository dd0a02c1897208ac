import type { Post } from '@roost/contract/posts';
import { useState } from 'react';
import { Composer } from '../composer.tsx';
import { isTemporary } from '../post-identity.ts';
import { ReplyLine } from '../reply-line.tsx';
import { CommentRow, EmptyPlace } from './comment-row.tsx';
import { Onward, Toggle } from './thread-links.tsx';
import type { Branch } from './thread-tree.ts';
import { useBroughtIntoSight } from './use-brought-into-sight.ts';
import { useReplyBox } from './use-reply-box.ts';

/** Deeper than this a thread goes on on a page of its own. */
const DEEPEST = 8;
/** So far each level stands further in; then they follow one below the other. Phones have less room. */
const INDENTED = { phone: 2, wide: 4 };

/** Which threads somebody opened or closed; a page that is come back to shows them so. */
const choices = new Map<string, boolean>();

/** A comment and, once opened, all that answers it. */
export function CommentBranch({ branch, depth = 0 }: { branch: Branch; depth?: number }) {
  const { id, comment, replies, isCut, hasWritten } = branch;
  const [choice, setChoice] = useState(choices.get(id));
  const box = useReplyBox(id);
  useBroughtIntoSight(box.row, comment !== undefined && isTemporary(comment));
  // One answer that is answered once, and so on, is a talk: it opens as one.
  const isTalk = depth > 0 && replies.length === 1 && !isCut;
  const isOpen = (choice ?? (hasWritten || isTalk || !comment)) || box.isSending;
  // What was written just now is in sight also where the thread would go on elsewhere.
  const isHere = depth < DEEPEST || hasWritten;
  const isShown = isOpen && isHere && replies.length > 0;
  const avatarSize = depth === 0 ? 36 : 28;

  function choose(next: boolean) {
    choices.set(id, next);
    setChoice(next);
  }

  const below = (
    <>
      {isHere && comment && !(isTalk && isOpen) && (
        <Toggle branch={branch} isOpen={isShown} onChange={choose} />
      )}
      {!isHere && (replies.length > 0 || isCut) && <Onward id={id} words="Continue this thread" />}
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
          note={depth > INDENTED.phone && <FlatNote comment={comment} depth={depth} />}
          onReply={box.toggle}
        >
          {box.isOpen && (
            <div className="mt-1 mb-2 rounded-card border border-control px-3 pt-0.5 pb-2.5">
              <Composer
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
        <EmptyPlace avatarSize={avatarSize} hasRail={isShown}>
          {below}
        </EmptyPlace>
      )}
      {isShown && <Replies branch={branch} depth={depth + 1} />}
    </>
  );
}

function Replies({ branch, depth }: { branch: Branch; depth: number }) {
  const isFlat = depth > INDENTED.wide;
  const isFlatOnPhones = depth > INDENTED.phone;
  // In px, as the avatars are: from the middle of the one above, half its width less half the line's.
  const start = depth === 1 ? 'ml-[17px]' : isFlatOnPhones ? 'md:ml-[13px]' : 'ml-[13px]';
  const inset = isFlatOnPhones ? 'md:pl-[20px]' : 'pl-[20px]';
  const drawn = isFlatOnPhones ? 'max-md:hidden' : '';
  return (
    <ol className={isFlat ? '' : start}>
      {branch.replies.map((reply, index) => (
        <li key={reply.id} className={`relative pt-[10px] ${isFlat ? '' : inset}`}>
          {!isFlat && (
            <>
              {(index < branch.replies.length - 1 || branch.isCut) && (
                <span aria-hidden className={`absolute inset-y-0 left-0 w-0.5 bg-line ${drawn}`} />
              )}
              <span
                aria-hidden
                className={`absolute top-0 left-0 h-[25px] w-[16px] rounded-bl-card border-b-2 border-l-2 border-line ${drawn}`}
              />
            </>
          )}
          <CommentBranch branch={reply} depth={depth} />
        </li>
      ))}
      {branch.isCut && (
        <li className={`relative ${isFlat ? '' : inset}`}>
          <Onward id={branch.id} words="Show more replies" />
        </li>
      )}
    </ol>
  );
}

/** Where nothing stands further in any more, words say what is answered. */
function FlatNote({ comment, depth }: { comment: Post; depth: number }) {
  if (!comment.parentPost) return null;
  return (
    <div className={depth > INDENTED.wide ? '' : 'md:hidden'}>
      <ReplyLine parent={comment.parentPost} isBrief />
    </div>
  );
}
