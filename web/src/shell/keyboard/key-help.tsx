import * as words from '#words/shell';
import { useRef } from 'react';
import { KeySwitches } from '../../features/settings/appearance/key-switches.tsx';
import { hasPaletteKey, hasSingleKeys } from '../../lib/keys/key-choices.ts';
import { useStore } from '../../lib/store.ts';
import { KeyList } from '../../ui/key-list.tsx';
import type { DialogProps } from '../../ui/overlays/dialog-props.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { otherKeys, paletteEntry, singleKeyGroups } from './help-keys.ts';

/** All keys of the app, and the switches that turn them off. */
export function KeyHelp(props: Pick<DialogProps, 'open' | 'onOpenChange'>) {
  const start = useRef<HTMLParagraphElement>(null);
  const hasSingle = useStore(hasSingleKeys);
  const hasPalette = useStore(hasPaletteKey);
  return (
    <Dialog
      {...props}
      title={words.keyboard}

      size="lg"
      initialFocus={start}
    >
      <p ref={start} tabIndex={-1} className="text-muted outline-none">
        {words.keysDoNothingInFields}
      </p>
      <div className="mt-5 grid gap-x-8 gap-y-6 md:grid-cols-2">
        {singleKeyGroups.map(({ title, entries }) => (
          <KeyList
            key={title}
            title={hasSingle ? title : words.turnedOff({ title })}
            entries={entries}
          />
        ))}
        <KeyList
          title={words.always}
          entries={hasPalette ? [paletteEntry, ...otherKeys] : otherKeys}
        />
      </div>
      <div className="mt-6 border-t border-line pt-4">
        <KeySwitches />
      </div>
    </Dialog>
  );
}
