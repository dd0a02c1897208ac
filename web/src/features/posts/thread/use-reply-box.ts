import { useEffect, useRef, useState } from 'react';
import { useViewerId } from '../../auth/viewer.ts';
import { useAttachments } from '../../compose/attachments/attachments.ts';
import { postDraftKey } from '../create/post-draft-key.ts';
import { useDraft } from '../../compose/drafts.ts';

/** The reply box of a comment. It is open while the person wants it, or while it contains a draft. */
export function useReplyBox(commentId: string) {
  const draftKey = postDraftKey(useViewerId(), { _id: commentId });
  const { text } = useDraft(draftKey);
  const { items } = useAttachments(draftKey);
  const [isWanted, setWanted] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const row = useRef<HTMLElement>(null);
  const isOpen = isWanted || text !== '' || items.length > 0;

  useEffect(() => {
    if (isWanted) field.current?.focus();
  }, [isWanted]);
  useEffect(() => {
    const element = row.current;
    // When the box closes, an element in it that has the focus disappears.
    return () => {
      if (isOpen && document.activeElement === document.body)
        element?.focus({ preventScroll: true });
    };
  }, [isOpen]);

  return {
    row,
    field,
    isOpen,
    close: () => setWanted(false),
    toggle: () => {
      setWanted(!(isOpen && isWanted));
      field.current?.focus();
    },
  };
}
