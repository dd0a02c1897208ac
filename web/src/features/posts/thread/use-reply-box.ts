import { useEffect, useRef, useState } from 'react';
import { useViewerId } from '../../auth/viewer.ts';
import { useTray } from '../attachments/tray.ts';
import { slotOf } from '../composer.tsx';
import { useDraft } from '../drafts.ts';

/** The box to answer a comment in: while wanted, and as long as something unsent is in it. */
export function useReplyBox(commentId: string) {
  const slot = slotOf(useViewerId(), { _id: commentId });
  const { text, sending } = useDraft(slot);
  const { items, sending: sendingFiles } = useTray(slot);
  const [isWanted, setWanted] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const row = useRef<HTMLElement>(null);
  const isSending = sending !== undefined || sendingFiles.length > 0;
  const isOpen = (isWanted && !isSending) || text !== '' || items.length > 0;

  useEffect(() => {
    if (isWanted) field.current?.focus();
  }, [isWanted]);
  useEffect(() => {
    const element = row.current;
    // What had the focus goes with the box.
    return () => {
      if (isOpen && document.activeElement === document.body)
        element?.focus({ preventScroll: true });
    };
  }, [isOpen]);

  return {
    row,
    field,
    isOpen,
    isSending,
    close: () => setWanted(false),
    toggle: () => {
      setWanted(!(isOpen && isWanted));
      field.current?.focus();
    },
  };
}
