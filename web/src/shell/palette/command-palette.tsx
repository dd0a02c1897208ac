import * as words from '#words/shell';
import { useViewer } from '../../features/auth/viewer.ts';
import type { DialogProps } from '../../ui/overlays/dialog-props.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { sheetsSettled } from '../../ui/overlays/sheet-history.ts';
import type { KeyboardProps } from '../keyboard/keyboard.tsx';
import { PaletteBody } from './palette-body.tsx';

interface CommandPaletteProps extends KeyboardProps, Pick<DialogProps, 'open' | 'onOpenChange'> {
  /** Says to screen readers what a command has done. */
  say: (text: string) => void;
}

/** Finds people, pages and actions by their names. */
export function CommandPalette({ open, onOpenChange, ...actions }: CommandPaletteProps) {
  const viewer = useViewer();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.commandPalette} keepsText>
      {/* On phones, the panel scrolls and would cut the outline of the field. */}
      <div className="pt-1">
        <PaletteBody
          context={{ viewer, ...actions }}
          onClose={() => onOpenChange(false)}
          onChoose={(run) => {
            onOpenChange(false);
            // First remove the sheet's history entry. Otherwise its removal would revert a navigation.
            void sheetsSettled().then(run);
          }}
        />
      </div>
    </Dialog>
  );
}
