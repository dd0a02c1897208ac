import * as words from '#words/settings';
import { hasPaletteKey, hasSingleKeys } from '../../../lib/keys/key-choices.ts';
import { paletteKeys, type KeySequence } from '../../../lib/keys/key-names.ts';
import { keyboardOverlay } from '../../../lib/keys/keyboard-overlay.ts';
import { useStore } from '../../../lib/store.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Keys } from '../../../ui/key-list.tsx';
import { SettingsGroup } from '../settings-group.tsx';
import { KeySwitches } from './key-switches.tsx';

export function KeyboardSettings() {
  return (
    <SettingsGroup title={words.keyboard} about={words.thisBrowserKeepsTheseChoices}>
      <KeySwitches />
      <div className="mt-3 flex flex-wrap gap-x-6 gap-y-3">
        <OpenButton
          label={words.showAllKeys}
          overlay="help"
          keys={[['?']]}
          hasKeys={useStore(hasSingleKeys)}
        />
        <OpenButton
          label={words.openThePalette}
          overlay="palette"
          keys={paletteKeys}
          hasKeys={useStore(hasPaletteKey)}
        />
      </div>
    </SettingsGroup>
  );
}

interface OpenButtonProps {
  label: string;
  overlay: 'help' | 'palette';
  keys: KeySequence;
  hasKeys: boolean;
}

/** Opens what its keys open. It shows them while they act. */
function OpenButton({ label, overlay, keys, hasKeys }: OpenButtonProps) {
  return (
    <span className="inline-flex items-center gap-2">
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        onClick={() => keyboardOverlay.set(overlay)}
      >
        {label}
      </Button>
      {hasKeys && <Keys keys={keys} />}
    </span>
  );
}
