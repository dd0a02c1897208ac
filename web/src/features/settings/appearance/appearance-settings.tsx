import * as words from '#words/settings';
import { SettingsGroup } from '../settings-group.tsx';
import { KeyboardSettings } from './keyboard-settings.tsx';
import { LanguageSettings } from './language-settings.tsx';
import { MediaSettings } from './media-settings.tsx';
import { ReadingSettings } from './reading-settings.tsx';
import { ThemePicker } from './theme-picker.tsx';

export function AppearanceSettings() {
  return (
    <>
      <SettingsGroup title={words.theme} about={words.systemFollowsYourDeviceAndChanges}>
        <ThemePicker />
      </SettingsGroup>
      <ReadingSettings />
      <MediaSettings />
      <LanguageSettings />
      <KeyboardSettings />
    </>
  );
}
