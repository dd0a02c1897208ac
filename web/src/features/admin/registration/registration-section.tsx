import * as words from '#words/admin';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { SettingsGroup } from '../../settings/settings-group.tsx';
import { SectionError } from '../section-error.tsx';
import { siteSettingsQuery } from '../site/site-settings.query.ts';
import { InviteForm } from './invite-form.tsx';
import { InviteList } from './invite-list.tsx';
import { ModeForm } from './mode-form.tsx';

/** The mode of registration, and the invites. */
export function RegistrationSection() {
  const { data, error, refetch } = useQuery(siteSettingsQuery);
  if (!data)
    return error ? (
      <SectionError error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="m-4 h-96 rounded-card" />
    );
  return (
    <>
      <ModeForm site={data} />
      <SettingsGroup
        title={words.newInvite}
        about={
          data.registration === 'closed'
            ? words.theseInvitesWaitWhileClosed
            : words.invitesLetPeopleIn
        }
      >
        <InviteForm />
      </SettingsGroup>
      <SettingsGroup title={words.invites}>
        <InviteList />
      </SettingsGroup>
    </>
  );
}
