import * as words from '#words/settings';
import { hasPaletteKey, hasSingleKeys } from '../../../lib/keys/key-choices.ts';
import { commandKey } from '../../../lib/keys/key-names.ts';
import { useStore } from '../../../lib/store.ts';
import { Switch } from '../../../ui/controls/switch.tsx';

/** Turn the keys of this browser on and off. */
export function KeySwitches() {
  return (
    <>
      <Switch
        label={words.singleKeys}
        about={words.aboutSingleKeys}
        checked={useStore(hasSingleKeys)}
        onChange={hasSingleKeys.set}
      />
      <Switch
        label={words.commandPalette}
        about={words.aboutCommandPalette({ command: commandKey })}
        checked={useStore(hasPaletteKey)}
        onChange={hasPaletteKey.set}
      />
    </>
  );
}
