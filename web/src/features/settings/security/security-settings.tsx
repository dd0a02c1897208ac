import * as words from '#words/settings';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { SettingsGroup } from '../settings-group.tsx';
import { EmailSettings } from './email-settings.tsx';
import { PasskeySettings } from './passkeys/passkey-settings.tsx';
import { PasswordForm } from './password-form.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { securityQuery, type Security } from './security.query.ts';
import { SessionList } from './session-list.tsx';
import { UsernameSettings } from './username-settings.tsx';
import { TwoFactorSettings } from './two-factor/two-factor-settings.tsx';

export function SecuritySettings() {
  return (
    <>
      <SettingsGroup title={words.username} about={words.howOthersFindYou}>
        <UsernameSettings />
      </SettingsGroup>
      <SettingsGroup title={words.emailAddress} about={words.onlyYouSeeYourAddress}>
        <Known>{(security) => <EmailSettings security={security} />}</Known>
      </SettingsGroup>
      <SettingsGroup title={words.password}>
        <PasswordForm />
      </SettingsGroup>
      <SettingsGroup title={words.authenticatorApp} about={words.aCodeBesidesThePassword}>
        <Known>{(security) => <TwoFactorSettings security={security} />}</Known>
      </SettingsGroup>
      <SettingsGroup title={words.passkeys} about={words.aPasskeySignsInAlone}>
        <Known>{(security) => <PasskeySettings security={security} />}</Known>
      </SettingsGroup>
      <SettingsGroup title={words.sessions} about={words.devicesThatAreSignedIn}>
        <SessionList />
      </SettingsGroup>
      <SettingsGroup title={words.recentActivity} about={words.whatHappenedLately}>
        <Known>{({ recent }) => <RecentActivity recent={recent} />}</Known>
      </SettingsGroup>
    </>
  );
}

/** Renders its children when the state of the account is loaded. */
function Known({ children }: { children: (security: Security) => ReactNode }) {
  const { data, error, refetch } = useQuery(securityQuery);
  if (data) return children(data);
  if (error) return <LoadError message={error.message} onRetry={() => void refetch()} />;
  return <Skeleton className="h-10 w-40 rounded-full" />;
}
