import * as words from '#words/screens';
import { useQuery } from '@tanstack/react-query';
import { BlockedProfileView } from '../features/users/profile/profile-states.tsx';
import { profileQuery } from '../features/users/profile/profile.query.ts';
import { FollowList } from '../features/users/relations/follow-list.tsx';
import { UserRowSkeletons } from '../features/users/user-row-skeleton.tsx';
import { isNothingFound } from '../lib/api/nothing-found.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { goBack } from '../lib/router/go-back.ts';
import { matchPath } from '../lib/router/match-path.ts';
import { navigate, useLocation } from '../lib/router/router.tsx';
import { paths } from '../paths.ts';
import { Tabs } from '../ui/controls/tabs.tsx';
import { HandleLine } from '../ui/handle.tsx';
import { LostFeather } from '../ui/illustrations/lost-feather.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { LoadError } from '../ui/states/load-error.tsx';

const tabs = [
  { value: 'followers', label: words.followers },
  { value: 'following', label: words.followed },
] as const;

/** The followers of a person, and the people they follow. */
export function FollowsScreen() {
  const { pathname } = useLocation();
  const { username = '', list } = matchPath(`${paths.profiles}:username/:list`, pathname) ?? {};
  const tab = list === 'following' ? 'following' : 'followers';
  const { data: person, error, refetch } = useQuery(profileQuery(username));
  const side = tab === 'followers' ? words.followers : words.followed;
  usePageTitle(words.followsOf({ side, username: person?.username ?? username }));
  return (
    <>
      <PageHeader
        onBack={() => goBack(paths.profile(username))}
        title={(person && 'fullName' in person && person.fullName) || username}
        subtitle={<HandleLine username={person?.username ?? username} />}
      />
      <Tabs
        label={words.followersAndFollowing}
        value={tab}
        onChange={(next) => navigate(paths[next](username), { replace: true })}
        tabs={tabs}
      >
        {person?.isBlockedByCurrentUser || person?.blockedByOtherUser ? (
          <BlockedProfileView person={person} />
        ) : person ? (
          <FollowList key={`${person._id} ${tab}`} person={person} side={tab} />
        ) : isNothingFound(error) ? (
          <EmptyState drawing={<LostFeather />} title={words.thisAccountDoesntExist} />
        ) : error ? (
          <LoadError message={words.failedToLoadProfile} onRetry={() => void refetch()} />
        ) : (
          <UserRowSkeletons />
        )}
      </Tabs>
    </>
  );
}
