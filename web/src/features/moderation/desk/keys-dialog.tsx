import * as words from '#words/moderation';
import { useStore } from '../../../lib/store.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { KeyList } from '../../../ui/key-list.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { actionChoices } from '../actions.ts';
import { hasDeskKeys } from './desk-keys.ts';

const keys = [
  { keys: [['J']], meaning: words.nextCase },
  { keys: [['K']], meaning: words.previousCase },
  { keys: [[words.enterKey]], meaning: words.openTheCase },
  { keys: [[words.escapeKey]], meaning: words.backToTheQueue },
  { keys: [['X']], meaning: words.selectTheCase },
  { keys: [['A']], meaning: words.assignOrRelease },
  { keys: [['M']], meaning: words.writeTheMessage },
  { keys: [['U']], meaning: words.undoTheNewestDecision },
  { keys: [['?']], meaning: words.showTheseKeys },
];

/** The keys of the desk, and the switch that turns them off. */
export function KeysDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const isOn = useStore(hasDeskKeys);
  return (
    <Dialog {...props} title={words.keys} description={words.keysDoNothingInFields}>
      <div className="mt-4 grid gap-x-8 gap-y-6 md:grid-cols-2">
        <KeyList title={words.moveAround} entries={keys} />
        <KeyList
          title={words.decide}
          entries={actionChoices.map(({ key, label }) => ({
            keys: [[key.toUpperCase()]],
            meaning: label,
          }))}
        />
      </div>
      <div className="mt-6 border-t border-line pt-4">
        <Switch label={words.singleKeysAct} checked={isOn} onChange={hasDeskKeys.set} />
      </div>
    </Dialog>
  );
}
