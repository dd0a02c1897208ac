import * as words from '#words/shell';
import { X } from 'lucide-react';
import { site } from '../lib/site.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';

/** The operator's note to all members, above every page. */
export function AnnouncementBar({ onDismiss }: { onDismiss: () => void }) {
  return (
    <section
      aria-label={words.announcement}
      className="flex min-h-16 items-start gap-2 border-b border-line bg-accent-soft py-3 ps-4 pe-2"
    >
      <p
        dir="auto"
        className="min-w-0 flex-1 py-2 text-meta whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {site.announcement}
      </p>
      <IconButton label={words.dismissAnnouncement} onClick={onDismiss}>
        <X size={18} />
      </IconButton>
    </section>
  );
}
