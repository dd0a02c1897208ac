import * as words from '#words/compose';
import { Check, CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useIsOffline } from '../../../../lib/socket/network.ts';
import { Announcement } from '../../../../ui/announcement.tsx';
import { useAttachments } from '../../attachments/attachments.ts';
import { useDraft } from '../../drafts.ts';
import { isSaved, useSaves } from './save-drafts.ts';

function useSaved(draftKey: string): { isEmpty: boolean; saved: boolean } {
  const { text } = useDraft(draftKey);
  useAttachments(draftKey);
  useSaves();
  return { isEmpty: text === '', saved: isSaved(draftKey) };
}

/** Says that the written text is saved. Offline, it is in this tab only. It stands on the icon of drafts and takes no room. */
export function SavedIcon({ draftKey, id }: { draftKey: string; id: string }) {
  const { isEmpty, saved } = useSaved(draftKey);
  const isOffline = useIsOffline();
  const label = saved ? words.saved : isOffline ? words.savedInThisTab : undefined;
  if (isEmpty || !label) return null;
  const Icon = saved ? Check : CloudOff;
  return (
    <span
      data-tooltip={label}
      className="absolute start-1/2 top-1/2 ms-1.5 mt-1 flex size-3.5 items-center justify-center text-accent-text"
    >
      <Icon size={14} strokeWidth={3} aria-hidden />
      <span id={id} className="sr-only">
        {label}
      </span>
    </span>
  );
}

/** Screen readers hear it once for each text, and not after each pause. */
export function SavedAnnouncement({ draftKey }: { draftKey: string }) {
  const { isEmpty, saved } = useSaved(draftKey);
  const [isAnnounced, setAnnounced] = useState(false);
  useEffect(() => setAnnounced((was) => !isEmpty && (was || saved)), [isEmpty, saved]);
  return <Announcement>{isAnnounced && words.saved}</Announcement>;
}
