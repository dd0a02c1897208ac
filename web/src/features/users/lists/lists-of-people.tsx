import * as words from '#words/users';
import { MAX_LISTS, type PeopleList } from '@roost/contract/lists';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from '../../../lib/router/link.tsx';
import { navigate } from '../../../lib/router/router.tsx';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { TwoOnAWire } from '../../../ui/illustrations/two-on-a-wire.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { useDeleteList } from './change-lists.ts';
import { ListNameDialog } from './list-name-dialog.tsx';
import { listsQuery } from './lists.query.ts';

/** The viewer's lists, each with its buttons, and one for a new list. */
export function ListsOfPeople() {
  const { data: lists, error, refetch } = useQuery(listsQuery);
  // The dialog keeps its list while it closes.
  const [naming, setNaming] = useState<{ isOpen: boolean; list?: PeopleList }>({ isOpen: false });
  if (!lists)
    return error ? (
      <LoadError message={words.errorLoadingLists} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="m-4 h-32 rounded-card" />
    );
  const newList = (
    <Button disabled={lists.length >= MAX_LISTS} onClick={() => setNaming({ isOpen: true })}>
      {words.newList}
    </Button>
  );
  return (
    <>
      {lists.length === 0 ? (
        <EmptyState
          drawing={<TwoOnAWire />}
          title={words.readSomePeopleTogether}
          action={newList}
        />
      ) : (
        <>
          <ul aria-label={words.lists}>
            {lists.map((list) => (
              <ListRow
                key={list._id}
                list={list}
                onRename={() => setNaming({ isOpen: true, list })}
              />
            ))}
          </ul>
          <div className="flex items-center justify-between gap-4 px-4 py-4">
            <p className="text-meta text-muted">{words.onlyYouSeeYourLists}</p>
            <span className="shrink-0">{newList}</span>
          </div>
        </>
      )}
      <ListNameDialog
        list={naming.list}
        open={naming.isOpen}
        onOpenChange={(isOpen) => setNaming((was) => ({ ...was, isOpen }))}
        onSaved={(saved) => !naming.list && navigate(paths.list(saved._id))}
      />
    </>
  );
}

function ListRow({ list, onRename }: { list: PeopleList; onRename: () => void }) {
  const { _id, name } = list;
  const remove = useDeleteList();
  return (
    <li className="relative flex min-h-16 items-center gap-4 border-b border-line px-4 py-2 transition-colors hover:bg-hover">
      <UsersRound className="shrink-0 text-muted" />
      <Link
        to={paths.list(_id)}
        dir="auto"
        className="min-w-0 flex-1 rounded-xs text-match-parent text-name font-semibold [overflow-wrap:anywhere] after:absolute after:inset-0"
      >
        {name}
      </Link>
      <div className="relative flex shrink-0 gap-1">
        <IconButton label={words.renameTheList({ name })} onClick={onRename}>
          <Pencil size={18} />
        </IconButton>
        <IconButton
          label={words.deleteTheList({ name })}
          onClick={(event) => {
            // The row with the focus disappears.
            event.currentTarget.closest<HTMLElement>('main')?.focus({ preventScroll: true });
            void remove(list);
          }}
        >
          <Trash2 size={18} />
        </IconButton>
      </div>
    </li>
  );
}
