import * as words from '#words/moderation';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from '../../../lib/store.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { decideAllLater } from '../decisions/decide.ts';
import { BULK, clearVerdictDraft } from '../decisions/verdict-draft.ts';
import { VerdictForm } from '../decisions/verdict-form.tsx';
import { clearSelection, selectedCases } from './selection.ts';

/** Says how many cases are selected, and decides them together. Absent while none is selected. */
export function SelectionBar() {
  const selected = useStore(selectedCases);
  const [open, setOpen] = useState(false);
  /** The cases when the dialog opened. */
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const client = useQueryClient();
  // Without those that somebody else decides while the dialog is open.
  const ids = open ? chosen.filter((id) => selected.has(id)) : chosen;
  const begin = () => {
    setChosen([...selected]);
    setOpen(true);
  };
  return (
    <>
      {selected.size > 0 && (
        <div className="flex flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-4 py-2">
          <p role="status" className="nums me-auto font-semibold">
            {words.casesSelected({ count: selected.size })}
          </p>
          <span className="flex gap-2">
            <Button size="sm" variant="ghost" onClick={clearSelection}>
              {words.clearSelection}
            </Button>
            <Button size="sm" aria-haspopup="dialog" onClick={begin}>
              {words.decideTogether}
            </Button>
          </span>
        </div>
      )}
      <Dialog
        open={open && ids.length > 0}
        onOpenChange={setOpen}
        title={words.decideCases({ count: ids.length })}
        description={words.everyCaseGetsThisDecision}
        keepsText
      >
        <div className="mt-4">
          <VerdictForm
            draftId={BULK}
            onDecide={(choice, draft) => {
              decideAllLater(client, ids, choice, draft);
              clearSelection();
              clearVerdictDraft(BULK);
              setOpen(false);
            }}
          />
        </div>
      </Dialog>
    </>
  );
}
