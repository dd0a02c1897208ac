import { Dialog } from '../../ui/dialog.tsx';
import { Composer } from './composer.tsx';

/** The composer from anywhere. Closing keeps what was written. */
export function ComposerDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New post">
      <Composer onSent={() => onOpenChange(false)} />
    </Dialog>
  );
}
