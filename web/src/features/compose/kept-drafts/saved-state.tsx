import * as words from '#words/compose';
import { CloudCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useIsOffline } from '../../../lib/socket/network.ts';
import { useAttachments } from '../attachments/attachments.ts';
import { useDraft } from '../drafts.ts';
import { isSaved, useSaves } from './save-drafts.ts';

/** Says that the written text is saved. Offline, it is in this tab only. */
export function SavedState({ draftKey }: { draftKey: string }) {
  const { text } = useDraft(draftKey);
  useAttachments(draftKey);
  useSaves();
  const isOffline = useIsOffline();
  const saved = isSaved(draftKey);
  const isEmpty = text === '';
  // Screen readers hear it once for each text, and not after each pause.
  const [isAnnounced, setAnnounced] = useState(false);
  useEffect(() => setAnnounced((was) => !isEmpty && (was || saved)), [isEmpty, saved]);
  if (isEmpty) return null;
  const label = saved ? words.saved : isOffline ? words.savedInThisTab : undefined;
  return (
    <>
      {label && (
        <span title={label} className="flex items-center gap-1 text-meta text-muted">
          <CloudCheck size={16} aria-hidden />
          {label}
        </span>
      )}
      <span role="status" className="sr-only">
        {isAnnounced && words.saved}
      </span>
    </>
  );
}
