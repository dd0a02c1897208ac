import * as words from '#words/settings';
import { SettingsGroup } from '../settings-group.tsx';
import { KeyboardSettings } from './keyboard-settings.tsx';
import { ThemePicker } from './theme-picker.tsx';

export function AppearanceSettings() {
  return (
    <>
      <SettingsGroup title={words.theme} about={words.systemFollowsYourDeviceAndChanges}>
        <ThemePicker />
      </SettingsGroup>
      <KeyboardSettings />
    </>
  );
}
