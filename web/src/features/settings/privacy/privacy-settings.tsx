import * as words from '#words/settings';
import { Ban } from 'lucide-react';
import { paths } from '../../../paths.ts';
import { useViewer } from '../../auth/viewer.ts';
import { MessagePreferenceSelect } from '../../users/profile/message-preference.tsx';
import { LinkRow } from '../link-row.tsx';
import { SettingsGroup } from '../settings-group.tsx';

export function PrivacySettings() {
  const viewer = useViewer();
  return (
    <>
      <SettingsGroup title={words.messages} about={words.whoMayStartAConversation}>
        <MessagePreferenceSelect user={viewer} />
      </SettingsGroup>
      <SettingsGroup title={words.people}>
        <div className="-mx-4 -mb-6">
          <LinkRow
            to={paths.blockedUsers}
            icon={<Ban />}
            label={words.blockedUsers}
            about={words.peopleYouBlock}
          />
        </div>
      </SettingsGroup>
    </>
  );
}
