import * as words from '#words/users';
import { Form } from '@base-ui/react/form';
import { MAX_LIST_NAME_LENGTH, type PeopleList } from '@roost/contract/lists';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useForm } from '../../../lib/form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import { useSaveList } from './change-lists.ts';

interface ListNameFormProps {
  /** The list to rename. Without it, the form makes a list. */
  list?: PeopleList | undefined;
  /** The form appeared in place of the pressed button. */
  takesFocus?: boolean;
  onSaved: (list: PeopleList) => unknown;
}

/** The name of a new list, or a new name of a list. */
export function ListNameForm({ list, takesFocus = false, onSaved }: ListNameFormProps) {
  const save = useSaveList();
  const { formProps, field, busy, failure, isAtField } = useForm(async ({ name = '' }) => {
    await onSaved(await save(name, list));
  });
  const message = failure === undefined ? '' : messageOf(failure, words.listNotSaved);
  return (
    <Form {...formProps} className="flex flex-col gap-4">
      <TextField
        {...field('name', words.listName, words.enterAName)}
        defaultValue={list?.name}
        autoFocus={takesFocus}
        maxLength={MAX_LIST_NAME_LENGTH}
        autoComplete="off"
        dir="auto"
      />
      {message !== '' && !isAtField(message) && <Alert type="error">{message}</Alert>}
      <Button type="submit" busy={busy} className="self-end">
        {list ? words.save : words.createList}
      </Button>
    </Form>
  );
}
