import * as words from '#words/welcome';
import { useQuery } from '@tanstack/react-query';
import { monthAndYear } from '../../lib/format/relative-time.ts';
import { LookoutBird } from '../../ui/illustrations/lookout-bird.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadError } from '../../ui/states/load-error.tsx';
import { useViewer } from '../auth/viewer.ts';
import { UserRow, type RowUser } from '../users/user-row.tsx';
import { UserRowSkeletons } from '../users/user-row-skeleton.tsx';
import { useKeptHashtags } from './kept-hashtags.ts';
import { peopleToFollowQuery, type PersonToFollow } from './people.query.ts';
import { StepFrame } from './step-frame.tsx';

/** The third step: people to follow. Each press on Follow counts at once. */
export function PeopleStep() {
  const viewer = useViewer();
  const { tags } = useKeptHashtags();
  const {
    data: people,
    error,
    refetch,
  } = useQuery({
    ...peopleToFollowQuery(tags ?? [], viewer._id),
    enabled: tags !== undefined,
  });
  const isDone = people?.some(isChosen) ?? false;
  return (
    <StepFrame title={words.followSomePeople} text={words.theirPostsComeFirst} isDone={isDone}>
      <div className="-mx-4 md:-mx-8">
        {people ? (
          people.length === 0 ? (
            <EmptyState drawing={<LookoutBird />} title={words.nobodyYet} />
          ) : (
            <ul aria-label={words.people}>
              {people.map((person) => (
                <li key={person._id} className="border-b border-line md:px-4">
                  <UserRow user={person} note={aboutPerson(person)} />
                </li>
              ))}
            </ul>
          )
        ) : error ? (
          <LoadError message={words.failedToLoadPeople} onRetry={() => void refetch()} />
        ) : (
          <UserRowSkeletons count={6} />
        )}
      </div>
    </StepFrame>
  );
}

const isChosen = ({ isFollowingByCurrentUser, isFollowRequestedByCurrentUser }: RowUser) =>
  isFollowingByCurrentUser || isFollowRequestedByCurrentUser;

/** Why the person is here, or else something about them. A bio says enough. */
function aboutPerson({ hashtags, bio, followersCount = 0, createdAt }: PersonToFollow) {
  if (hashtags.length > 0)
    return words.writesWith({ hashtags: hashtags.map((tag) => `#${tag}`).join(' ') });
  if (bio !== '') return undefined;
  if (followersCount > 0) return words.followerCount({ count: followersCount });
  return createdAt && words.joined({ month: monthAndYear(createdAt) });
}
