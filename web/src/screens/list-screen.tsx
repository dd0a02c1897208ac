import * as words from '#words/screens';
import { useQuery } from '@tanstack/react-query';
import { useViewerId } from '../features/auth/viewer.ts';
import { selectFeedTab } from '../features/posts/feed/feed-tab.ts';
import { ListMembers } from '../features/users/lists/list-members.tsx';
import { listsQuery } from '../features/users/lists/lists.query.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { goBack } from '../lib/router/go-back.ts';
import { Link } from '../lib/router/link.tsx';
import { useParams } from '../lib/router/router.tsx';
import { paths } from '../paths.ts';
import { buttonLook } from '../ui/controls/button.tsx';
import { LostFeather } from '../ui/illustrations/lost-feather.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { LoadError } from '../ui/states/load-error.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';

/** The people on one list. */
export function ListScreen() {
  const { listId = '' } = useParams(paths.list(':listId'));
  const viewerId = useViewerId();
  const { data: lists, error, refetch } = useQuery(listsQuery);
  const list = lists?.find(({ _id }) => _id === listId);
  const title = list?.name ?? words.list;
  usePageTitle(title);
  return (
    <>
      <PageHeader
        title={title}
        onBack={() => goBack(paths.lists)}
        actions={
          list && (
            <Link
              to={paths.home}
              onClick={() => selectFeedTab(viewerId, listId)}
              className={buttonLook({ variant: 'secondary' })}
            >
              {words.showFeed}
            </Link>
          )
        }
      />
      {list ? (
        <ListMembers key={listId} listId={listId} />
      ) : lists ? (
        <EmptyState
          drawing={<LostFeather />}
          title={words.thisListDoesNotExist}
          action={
            <Link to={paths.lists} className={buttonLook({ variant: 'secondary' })}>
              {words.allLists}
            </Link>
          }
        />
      ) : error ? (
        <LoadError message={words.errorLoadingLists} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="m-4 h-32 rounded-card" />
      )}
    </>
  );
}
