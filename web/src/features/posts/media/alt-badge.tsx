import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';

/** Says that there is a description, and shows it. */
export function AltBadge({ alt }: { alt: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label="Show alt text"
        onClick={() => setOpen(true)}
        className="absolute bottom-2 left-2 z-2 rounded-xs bg-picture-label px-1.5 text-meta font-semibold text-on-picture before:absolute before:-inset-2 pointer-coarse:before:-inset-x-2 pointer-coarse:before:-inset-y-3.5 focus-visible:outline-on-picture"
      >
        ALT
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Alt text" size="sm">
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {alt}
        </p>
      </Dialog>
    </>
  );
}
