import * as words from '#words/settings';
import { SettingsGroup } from '../settings-group.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';

export function SecuritySettings() {
  return (
    <>
      <SettingsGroup title={words.password}>
        <PasswordForm />
      </SettingsGroup>
      <SettingsGroup title={words.sessions} about={words.devicesThatAreSignedIn}>
        <SessionList />
      </SettingsGroup>
    </>
  );
}
