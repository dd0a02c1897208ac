import type { Profile } from '@roost/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { useViewerId } from '../features/auth/viewer.ts';
import { CallMenu } from '../features/calls/call-buttons.tsx';
import { MessageButton } from '../features/chat/place/message-button.tsx';
import { LostFeather } from '../features/posts/lost-feather.tsx';
import { PostSkeletons } from '../features/posts/post-skeleton.tsx';
import { ProfileTabs } from '../features/posts/profile-tabs.tsx';
import { MessagePreferenceSelect } from '../features/users/message-preference.tsx';
import { OwnProfileActions, ProfileActions } from '../features/users/profile-actions.tsx';
import { ProfileHeader } from '../features/users/profile-header.tsx';
import { BlockedProfileView, ProfileSkeleton } from '../features/users/profile-states.tsx';
import { isWholeProfile, profileQuery } from '../features/users/profile.query.ts';
import { fullCount } from '../lib/count.ts';
import { isNothingFound } from '../lib/nothing-found.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { VerifiedBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useBack } from './use-back.ts';

export function ProfileScreen() {
  const { username = '' } = useParams();
  const { data: person, isPending } = useQuery(profileQuery(username));
  const back = useBack();
  usePageTitle(`@${person?.username ?? username}`);
  return (
    <>
      <PageHeader
        onBack={back}
        title={
          <span className="flex items-center gap-1.5">
            <span className="truncate">{person?.username ?? username}</span>
            {person && 'premium' in person && person.premium.isActive && (
              <VerifiedBadge label="Premium" />
            )}
          </span>
        }
        // Its place is kept while it is on its way; who has none stands in the middle.
        subtitle={
          person && 'postsCount' in person ? countOfPosts(person.postsCount) : isPending && '\u00a0'
        }
      />
      {/* A change of person starts with a fresh page, also where one profile leads to the next. */}
      <ProfileContent key={username.toLowerCase()} username={username} />
    </>
  );
}

function ProfileContent({ username }: { username: string }) {
  const { data: person, error, refetch } = useQuery(profileQuery(username));
  if (!person) {
    if (isNothingFound(error)) return <NoSuchPerson />;
    if (error)
      return <LoadError message="Failed to load profile." onRetry={() => void refetch()} />;
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
        {isOwn && <MessagePreferenceSelect user={person} />}
      </ProfileHeader>
      <ProfileTabs person={person} />
    </>
  );
}

function NoSuchPerson() {
  const navigate = useNavigate();
  return (
    <EmptyState
      drawing={<LostFeather />}
      title="This account doesn’t exist."
      action={
        <Button variant="secondary" onClick={() => void navigate('/home')}>
          Go to Home
        </Button>
      }
    />
  );
}

function countOfPosts(count: number): string {
  return count === 1 ? '1 post' : `${fullCount(count)} posts`;
}
