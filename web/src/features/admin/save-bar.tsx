import * as words from '#words/admin';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';

/** For the form around the bar: a field that gets the focus scrolls out from below it. */
export const aboveSaveBar = '[&_:is(input,textarea,button)]:scroll-mb-20';

interface SaveBarProps {
  busy: boolean;
  onDiscard: () => void;
}

/** The end of a form with unsaved changes. It stays in view, and its form sends. */
export function SaveBar({ busy, onDiscard }: SaveBarProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="sticky bottom-(--bottom-bar) z-10 flex animate-appear flex-wrap items-center justify-between gap-3 border-t border-line bg-page px-4 py-3">
      <p role="status" className="text-meta text-muted">
        {words.notSavedYet}
      </p>
      <div className="ms-auto flex gap-3">
        <Button variant="secondary" disabled={busy} onClick={() => setAsking(true)}>
          {words.discard}
        </Button>
        <Button type="submit" busy={busy}>
          {words.save}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={words.askDiscard}
        description={words.whatIsStoredComesBack}
        confirmLabel={words.discard}
        cancelLabel={words.keepEditing}
        danger
        onConfirm={onDiscard}
      />
    </div>
  );
}
