import * as words from '#words/settings';
import { Ban, CircleAlert, MessageCircleOff, UserRoundPlus, VolumeOff } from 'lucide-react';
import { paths } from '../../../paths.ts';
import { useViewer } from '../../auth/viewer.ts';
import { MessagePreferenceSelect } from '../../users/profile/message-preference.tsx';
import { LinkRow } from '../../../ui/link-row.tsx';
import { SettingsGroup } from '../settings-group.tsx';
import { PrivacySwitches } from './privacy-switches.tsx';

const followers = [
  {
    setting: 'followApproval',
    label: words.approveFollowers,
    about: words.nobodyFollowsYouWithoutYourConsent,
  },
  { setting: 'showFollows', label: words.showFollows, about: words.othersSeeBothLists },
  {
    setting: 'discoverable',
    label: words.letPeopleFindMe,
    about: words.suggestionsAndSearchShowYou,
  },
] as const;

const bothWays = [
  { setting: 'showOnline', label: words.showWhenIAmOnline },
  { setting: 'sendReadReceipts', label: words.sendReadReceipts },
  { setting: 'sendTyping', label: words.showWhenIType },
] as const;

const calls = [
  {
    setting: 'relayCallsOnly',
    label: words.hideMyAddressInCalls,
    about: words.callsGoThroughARelay,
  },
] as const;

export function PrivacySettings() {
  const viewer = useViewer();
  return (
    <>
      <SettingsGroup title={words.followers}>
        <PrivacySwitches switches={followers} />
        <div className="-mx-4 mt-2 -mb-6">
          <LinkRow
            to={paths.followRequests}
            icon={<UserRoundPlus />}
            label={words.followRequests}
            about={words.requestsWaiting({ count: viewer.followRequestsCount })}
          />
        </div>
      </SettingsGroup>
      <SettingsGroup title={words.messages} about={words.whoMayStartAConversation}>
        <MessagePreferenceSelect user={viewer} />
      </SettingsGroup>
      <SettingsGroup title={words.onlineAndReceipts} about={words.theseWorkBothWays}>
        <PrivacySwitches switches={bothWays} />
      </SettingsGroup>
      <SettingsGroup title={words.calls}>
        <PrivacySwitches switches={calls} />
      </SettingsGroup>
      <SettingsGroup title={words.notForYou}>
        <div className="-mx-4 -mb-6 divide-y divide-line border-t border-line">
          <LinkRow
            to={paths.mutedUsers}
            icon={<VolumeOff />}
            label={words.mutedPeople}
            about={words.theirPostsAreLeftOut}
          />
          <LinkRow
            to={paths.mutedWords}
            icon={<MessageCircleOff />}
            label={words.mutedWords}
            about={words.postsWithTheseWords}
          />
          <LinkRow
            to={paths.blockedUsers}
            icon={<Ban />}
            label={words.blockedUsers}
            about={words.peopleYouBlock}
          />
          <LinkRow
            to={paths.reports}
            icon={<CircleAlert />}
            label={words.reportsAndDecisions}
            about={words.outcomeOfYourReports}
          />
        </div>
      </SettingsGroup>
    </>
  );
}
