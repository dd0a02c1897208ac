import * as words from '#words/screens';
import type { Profile } from '@roost/contract/users';
import { useQuery } from '@tanstack/react-query';
import { navigate, useParams } from '../lib/router/router.tsx';
import { useViewerId } from '../features/auth/viewer.ts';
import { CallMenu } from '../features/calls/call-buttons.tsx';
import { MessageButton } from '../features/chat/window/message-button.tsx';
import { LostFeather } from '../ui/illustrations/lost-feather.tsx';
import { PostSkeletons } from '../features/posts/card/post-skeleton.tsx';
import { PostText } from '../features/posts/card/post-text.tsx';
import { ProfileTabs } from '../features/posts/list/profile-tabs.tsx';
import { MessagePreferenceSelect } from '../features/users/profile/message-preference.tsx';
import { OwnProfileActions, ProfileActions } from '../features/users/profile/profile-actions.tsx';
import { ProfileHeader } from '../features/users/profile/profile-header.tsx';
import { BlockedProfileView, ProfileSkeleton } from '../features/users/profile/profile-states.tsx';
import { isWholeProfile, profileQuery } from '../features/users/profile/profile.query.ts';
import { ShareProfileButton } from '../features/users/share/share-profile-button.tsx';
import { isNothingFound } from '../lib/api/nothing-found.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { VerifiedBadge } from '../ui/badge.tsx';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { LoadError } from '../ui/states/load-error.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { goBack } from '../lib/router/go-back.ts';
import { paths } from '../paths.ts';

export function ProfileScreen() {
  const { username = '' } = useParams(`${paths.profiles}:username`);
  const { data: person, isPending } = useQuery(profileQuery(username));
  usePageTitle(`@${person?.username ?? username}`);
  return (
    <>
      <PageHeader
        onBack={() => goBack(paths.home)}
        title={
          <span className="flex items-center gap-1.5">
            <span dir="ltr" className="truncate">
              {person?.username ?? username}
            </span>
            {person && 'premium' in person && person.premium.isActive && (
              <VerifiedBadge label={words.premium} />
            )}
          </span>
        }
        // Keeps the line of the count while it loads. Without a count, the name is in the middle.
        subtitle={
          person && 'postsCount' in person ? countOfPosts(person.postsCount) : isPending && '\u00a0'
        }
        actions={person && isWholeProfile(person) && <ShareProfileButton person={person} />}
      />
      {/* Another person gets a new page, also after a link from profile to profile. */}
      <ProfileContent key={username.toLowerCase()} username={username} />
    </>
  );
}

function ProfileContent({ username }: { username: string }) {
  const { data: person, error, refetch } = useQuery(profileQuery(username));
  if (!person) {
    if (isNothingFound(error)) return <NoSuchPerson />;
    if (error)
      return <LoadError message={words.failedToLoadProfile} onRetry={() => void refetch()} />;
    return (
      <>
        <ProfileSkeleton />
        <PostSkeletons count={3} />
      </>
    );
  }
  if (person.isBlockedByCurrentUser || person.blockedByOtherUser)
    return <BlockedProfileView person={person} />;
  return isWholeProfile(person) ? <WholeProfile person={person} /> : <ProfileSkeleton />;
}

function WholeProfile({ person }: { person: Profile }) {
  const isOwn = useViewerId() === person._id;
  return (
    <>
      <ProfileHeader
        person={person}
        bio={<PostText id={person._id} content={person.bio} author={person} />}
        actions={
          isOwn ? (
            <OwnProfileActions />
          ) : (
            <ProfileActions person={person}>
              {person.canCall && <CallMenu person={person} />}
              <MessageButton userId={person._id} />
            </ProfileActions>
          )
        }
      >
        {isOwn && (
          <div className="mt-3">
            <MessagePreferenceSelect user={person} />
          </div>
        )}
      </ProfileHeader>
      <ProfileTabs person={person} />
    </>
  );
}

function NoSuchPerson() {
  return (
    <EmptyState
      drawing={<LostFeather />}
      title={words.thisAccountDoesntExist}
      action={
        <Button variant="secondary" onClick={() => navigate(paths.home)}>
          {words.goHome}
        </Button>
      }
    />
  );
}

function countOfPosts(count: number): string {
  return words.posts({ count });
}
