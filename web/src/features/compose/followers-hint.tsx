import * as words from '#words/compose';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../paths.ts';
import { Link } from '../../lib/router/link.tsx';
import { privacyQuery } from '../users/privacy.query.ts';

/** Says who can become a reader of a post for followers. */
export function FollowersHint() {
  const { data } = useQuery(privacyQuery);
  return (
    <p className="mt-2 min-h-4.5 text-meta text-muted">
      {data && (
        <>
          {words.followersSeeThis}{' '}
          {data.followApproval ? words.youApproveFollowers : words.anybodyCanFollow}{' '}
          <Link
            to={paths.settingsSection('privacy')}
            className="font-semibold text-accent-text hover:underline"
          >
            {words.changeWhoFollows}
          </Link>
        </>
      )}
    </p>
  );
}
