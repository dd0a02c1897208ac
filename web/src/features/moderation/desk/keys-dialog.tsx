import * as words from '#words/moderation';
import { useStore } from '../../../lib/store.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { actionChoices } from '../actions.ts';
import { hasDeskKeys, setDeskKeys } from './desk-keys.ts';

const keys = [
  ['J', words.nextCase],
  ['K', words.previousCase],
  [words.enterKey, words.openTheCase],
  [words.escapeKey, words.backToTheQueue],
  ['X', words.selectTheCase],
  ['A', words.assignOrRelease],
  ['M', words.writeTheMessage],
  ['U', words.undoTheNewestDecision],
  ['?', words.showTheseKeys],
] as const;

/** The keys of the desk, and the switch that turns them off. */
export function KeysDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const isOn = useStore(hasDeskKeys);
  return (
    <Dialog {...props} title={words.keys} description={words.keysDoNothingInFields}>
      <div className="mt-4 grid gap-x-8 gap-y-6 md:grid-cols-2">
        <KeyList title={words.moveAround} keys={keys} />
        <KeyList
          title={words.decide}
          keys={actionChoices.map(({ key, label }) => [key.toUpperCase(), label] as const)}
        />
      </div>
      <div className="mt-6 border-t border-line pt-4">
        <Switch label={words.singleKeysAct} checked={isOn} onChange={setDeskKeys} />
      </div>
    </Dialog>
  );
}

function KeyList({
  title,
  keys: list,
}: {
  title: string;
  keys: readonly (readonly [key: string, meaning: string])[];
}) {
  return (
    <section>
      <h3 className="mb-2 text-meta font-semibold text-muted">{title}</h3>
      <dl className="flex flex-col gap-1.5">
        {list.map(([key, meaning]) => (
          <div key={key} className="flex items-center gap-3">
            <dt className="w-12 shrink-0">
              <kbd className="rounded-xs border border-control px-1.5 py-0.5 text-meta font-medium whitespace-nowrap">
                {key}
              </kbd>
            </dt>
            <dd className="min-w-0">{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
