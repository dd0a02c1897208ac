import * as words from '#words/media';
import { useState } from 'react';
import { Dialog } from '../../ui/overlays/dialog.tsx';

/** Marks media that have alt text, and shows the text. */
export function AltBadge({ alt }: { alt: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={words.showAltText}
        onClick={() => setOpen(true)}
        className="absolute bottom-2 start-2 z-2 min-h-target rounded-xs bg-picture-label px-1.5 text-meta font-semibold text-on-picture before:absolute before:-inset-2 pointer-coarse:before:-inset-x-2 pointer-coarse:before:-inset-y-2.5 focus-visible:outline-on-picture"
      >
        {words.alt}
      </button>
      <Dialog open={open} onOpenChange={setOpen} title={words.altText} size="sm">
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {alt}
        </p>
      </Dialog>
    </>
  );
}
