import * as words from '#words/compose';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { DraftList } from './draft-list.tsx';

interface KeptDraftsDialogProps {
  /** The box in which a draft of a new post opens. */
  draftKey: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A draft opened in another box. */
  onLeave: () => void;
}

/** The viewer's drafts: each opens in its box, and can be deleted. */
export function KeptDraftsDialog({ draftKey, open, onOpenChange, onLeave }: KeptDraftsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.drafts}
      description={words.draftsFollowYou}
      keepsText
    >
      {open && (
        <DraftList
          draftKey={draftKey}
          className="-mx-2 mt-3"
          onOpened={(hasLeft) => {
            onOpenChange(false);
            if (hasLeft) onLeave();
          }}
        />
      )}
    </Dialog>
  );
}
