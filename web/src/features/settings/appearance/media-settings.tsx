import * as words from '#words/settings';
import { dataSaver } from '../../../lib/page/saves-data.ts';
import { useStore } from '../../../lib/store.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { hasAltReminder } from '../../compose/attachments/alt-texts/alt-reminder-choice.ts';
import { SettingsGroup } from '../settings-group.tsx';
import { ChoiceRow } from './choice-row.tsx';

export function MediaSettings() {
  return (
    <SettingsGroup title={words.picturesAndVideos} about={words.thisBrowserKeepsTheseChoices}>
      <ChoiceRow
        label={words.dataSaver}
        about={words.aboutDataSaver}
        choice={dataSaver}
        options={[
          { value: 'system', label: words.automatic },
          { value: 'on', label: words.on },
          { value: 'off', label: words.off },
        ]}
      />
      <Switch
        label={words.altReminder}
        about={words.aboutAltReminder}
        checked={useStore(hasAltReminder)}
        onChange={hasAltReminder.set}
      />
    </SettingsGroup>
  );
}
