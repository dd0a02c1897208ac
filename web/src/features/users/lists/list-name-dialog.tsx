import * as words from '#words/users';
import type { PeopleList } from '@roost/contract/lists';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ListNameForm } from './list-name-form.tsx';

interface ListNameDialogProps {
  list?: PeopleList | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved?: (list: PeopleList) => void;
}

/** Makes or renames a list. */
export function ListNameDialog({ list, open, onOpenChange, onSaved }: ListNameDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={list ? words.renameList : words.newList}
      description={list ? undefined : words.onlyYouSeeYourLists}
      size="sm"
    >
      <div className="mt-5">
        <ListNameForm
          list={list}
          onSaved={(saved) => {
            onOpenChange(false);
            onSaved?.(saved);
          }}
        />
      </div>
    </Dialog>
  );
}
