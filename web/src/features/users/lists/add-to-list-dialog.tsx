import * as words from '#words/users';
import { MAX_LISTS } from '@roost/contract/lists';
import type { UserCard } from '@roost/contract/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { useToggleMember } from './change-lists.ts';
import { ListNameForm } from './list-name-form.tsx';
import { listsOfQuery } from './lists.query.ts';

type Person = Pick<UserCard, '_id' | 'username'>;

interface AddToListDialogProps {
  person: Person;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The viewer's lists, each with whether the person is on it. A press changes this at once. */
export function AddToListDialog({ person, open, onOpenChange }: AddToListDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.listsWith(person)}
      description={words.onlyYouSeeYourLists}
      size="sm"
    >
      <ListChoices person={person} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function ListChoices({ person, onDone }: { person: Person; onDone: () => void }) {
  const client = useQueryClient();
  const query = listsOfQuery(person._id);
  const { data: lists, error, refetch } = useQuery(query);
  const toggle = useToggleMember(person._id);
  const [isNaming, setNaming] = useState(false);
  const [addedId, setAddedId] = useState<string>();
  if (!lists)
    return error ? (
      <LoadError message={words.errorLoadingLists} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="mt-5 h-24 rounded-card" />
    );
  return (
    <div className="mt-4 flex flex-col gap-4">
      {lists.length === 0 && !isNaming && <p className="text-muted">{words.youHaveNoLists}</p>}
      {lists.length > 0 && (
        <ul aria-label={words.lists}>
          {lists.map((list) => (
            <li key={list._id} className="[overflow-wrap:anywhere]">
              <Checkbox
                label={list.name}
                checked={list.hasMember ?? false}
                autoFocus={list._id === addedId}
                onChange={(isOn) => void toggle(list, isOn)}
              />
            </li>
          ))}
        </ul>
      )}
      {isNaming && (
        <ListNameForm
          takesFocus
          onSaved={async (list) => {
            client.setQueryData(query.queryKey, (all) => all && [...all, list]);
            setNaming(false);
            setAddedId(list._id);
            await toggle(list, true);
          }}
        />
      )}
      <div className="flex justify-end gap-3">
        {!isNaming && lists.length < MAX_LISTS && (
          <Button variant="secondary" onClick={() => setNaming(true)}>
            {words.newList}
          </Button>
        )}
        {!isNaming && lists.length > 0 && <Button onClick={onDone}>{words.done}</Button>}
      </div>
    </div>
  );
}
