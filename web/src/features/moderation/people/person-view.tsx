import * as words from '#words/moderation';
import { showPerson, type ShownPerson } from '@roost/contract/moderation';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { call } from '../../../lib/api/api.ts';
import { Link } from '../../../lib/router/link.tsx';
import { paths } from '../../../paths.ts';
import { Handle } from '../../../ui/handle.tsx';
import { NameLine } from '../../../ui/name-line.tsx';
import { useViewer } from '../../auth/viewer.ts';
import { CaseSkeleton } from '../case/case-skeleton.tsx';
import { DecisionList } from '../case/decision-list.tsx';
import { DeskError } from '../desk/desk-error.tsx';
import { Part } from '../desk/part.tsx';
import { moderationKeys } from '../moderation-keys.ts';
import { Measures } from './measures.tsx';
import { Notes } from './notes.tsx';
import { PersonActions } from './person-actions.tsx';
import { PersonFigures } from './person-figures.tsx';

const personQuery = (userId: string) =>
  queryOptions({
    queryKey: moderationKeys.person(userId),
    queryFn: async ({ signal }) =>
      (await call(showPerson, { params: { userId }, signal }, { quiet: true })).data,
    staleTime: 0,
  });

/** The facts about a person that the staff sees, and its actions beside decisions. */
export function PersonView({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(personQuery(userId));
  if (!data)
    return error ? (
      <DeskError
        error={error}
        otherwise={words.failedToLoadThePerson}
        onRetry={() => void refetch()}
      />
    ) : (
      <CaseSkeleton />
    );
  return <Person shown={data} />;
}

function Person({ shown: { user, history, notes } }: { shown: ShownPerson }) {
  const viewer = useViewer();
  const isInReach =
    user._id !== viewer._id && (viewer.role === 'admin' || history.role === 'member');
  return (
    <>
      <div className="px-4 py-4">
        <h2 className="min-w-0">
          <NameLine user={user} nameClass="text-title font-bold" />
        </h2>
        <p className="text-meta text-muted [overflow-wrap:anywhere]">
          <Handle username={user.username} />
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-meta">
          <Link
            to={paths.profile(user.username)}
            className="inline-flex items-center gap-1 rounded-xs text-accent-text hover:underline pointer-coarse:py-1"
          >
            {words.seeTheProfile}
            <ExternalLink size={14} />
          </Link>
          <Link
            to={`${paths.moderationPart('audit')}?subject=${user._id}`}
            className="rounded-xs text-accent-text hover:underline pointer-coarse:py-1"
          >
            {words.logAboutThisPerson}
          </Link>
        </p>
        <Measures measures={history.measures} />
      </div>
      <Part title={words.onThisSite}>
        <PersonFigures history={history} />
        {isInReach && <PersonActions user={user} measures={history.measures} />}
      </Part>
      <Part title={words.decisionsAboutThisPerson}>
        <DecisionList decisions={history.decisions} hasCases />
      </Part>
      <Notes userId={user._id} notes={notes} />
    </>
  );
}
