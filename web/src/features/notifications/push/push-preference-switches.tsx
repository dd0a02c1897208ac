import * as words from '#words/notifications';
import { pushKinds, type PushKind } from '@roost/contract/push';
import { Switch } from '../../../ui/controls/switch.tsx';
import type { PushState } from './push.query.ts';

const labels: Record<PushKind, string> = {
  messages: words.pushMessages,
  calls: words.pushCalls,
  mentions: words.pushMentions,
  follows: words.pushFollows,
  others: words.pushOthers,
};

interface PushPreferenceSwitchesProps {
  preferences: PushState;
  onChange: (preferences: PushState) => void;
}

/** A switch for each kind of push, and one for what their texts say. */
export function PushPreferenceSwitches({ preferences, onChange }: PushPreferenceSwitchesProps) {
  const { kinds, preview } = preferences;
  return (
    <>
      <fieldset className="mt-3 border-t border-line pt-3">
        <legend className="sr-only">{words.tellMeAbout}</legend>
        <p aria-hidden className="mb-1 text-meta font-semibold text-muted">
          {words.tellMeAbout}
        </p>
        {pushKinds.map((kind) => (
          <Switch
            key={kind}
            label={labels[kind]}
            checked={kinds.includes(kind)}
            onChange={(isOn) =>
              onChange({
                ...preferences,
                kinds: pushKinds.filter((each) => (each === kind ? isOn : kinds.includes(each))),
              })
            }
          />
        ))}
      </fieldset>
      <div className="mt-3 border-t border-line pt-3">
        <Switch
          label={words.showPreviews}
          about={words.aboutPreviews}
          checked={preview}
          onChange={(isOn) => onChange({ ...preferences, preview: isOn })}
        />
      </div>
    </>
  );
}
