import * as words from '#words/posts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { PostComposer } from './post-composer.tsx';

/** The composer in a dialog. The draft stays when the dialog closes. */
export function ComposerDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.newPost} keepsText>
      <PostComposer onSent={() => onOpenChange(false)} />
    </Dialog>
  );
}
