import * as words from '#words/users';
import { UserRoundPlus } from 'lucide-react';
import { paths } from '../../../paths.ts';
import { LinkRow } from '../../../ui/link-row.tsx';
import { useViewer } from '../../auth/viewer.ts';

/** Leads to the follow requests while somebody waits for an answer. */
export function FollowRequestsLink() {
  const { followRequestsCount: count } = useViewer();
  if (count === 0) return null;
  return (
    <div className="border-b border-line">
      <LinkRow
        to={paths.followRequests}
        icon={<UserRoundPlus />}
        label={words.followRequests}
        end={
          <span className="nums rounded-full bg-accent px-2 py-0.5 text-meta font-bold text-on-accent">
            {count}
          </span>
        }
      />
    </div>
  );
}
