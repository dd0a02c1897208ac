import * as words from '#words/ui';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  confirmLabel: string;
  /** The label of the safe button, if people could misread 'Cancel' as the action. */
  cancelLabel?: string;
  danger?: boolean;
  /** The focus after closing, if the element that opened the dialog is gone. */
  finalFocus?: () => HTMLElement | null;
  /** A promise keeps the button busy. The dialog closes when it settles. */
  onConfirm: () => unknown;
}

/** Asks before an action that is hard to revert. Cancel comes first in the focus order. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = words.cancel,
  danger,
  finalFocus,
  onConfirm,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);

  async function confirm() {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
      onOpenChange(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      size="sm"
      role="alert"
      initialFocus={cancel}
      {...(finalFocus && { finalFocus })}
    >
      <div className="mt-6 flex justify-end gap-3 max-md:flex-col-reverse">
        <Button ref={cancel} variant="secondary" onClick={() => onOpenChange(false)}>
          {cancelLabel}
        </Button>
        <Button
          variant={danger ? 'danger' : 'primary'}
          busy={busy}
          onClick={() => void confirm().catch(() => {})}
        >
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
