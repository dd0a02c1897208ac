import * as words from '#words/users';
import { Form } from '@base-ui/react/form';
import { deleteNote, MAX_NOTE_LENGTH, setNote } from '@roost/contract/relations';
import { lengthOf, trimText } from '@roost/contract/text/text';
import type { Profile } from '@roost/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useForm } from '../../../lib/form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextAreaField } from '../../../ui/controls/text-area-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import { patchPerson } from '../patch-person.ts';

interface NoteDialogProps {
  person: Pick<Profile, '_id' | 'username' | 'note'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Writes the viewer's private note about a person. An empty note deletes it. */
export function NoteDialog({ person, open, onOpenChange }: NoteDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.noteAbout(person)}
      description={words.onlyYouSeeIt}
    >
      <NoteForm person={person} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NoteForm({ person, onDone }: { person: NoteDialogProps['person']; onDone: () => void }) {
  const client = useQueryClient();
  const [text, setText] = useState(person.note ?? '');
  const used = lengthOf(trimText(text));
  const params = { userId: person._id };
  const { formProps, busy, failure } = useForm(async () => {
    const note = trimText(text);
    if (note === '') await call(deleteNote, { params }, { quiet: true });
    else await call(setNote, { params, body: { text: note } }, { quiet: true });
    patchPerson(client, person._id, () => ({ note: note === '' ? null : note }));
    onDone();
  });
  return (
    <Form {...formProps} className="mt-5 flex flex-col gap-4">
      <TextAreaField
        label={words.note}
        rows={4}
        value={text}
        onChange={setText}
        count={{ used, max: MAX_NOTE_LENGTH }}
      />
      {failure !== undefined && (
        <Alert type="error">{messageOf(failure, words.noteNotSaved)}</Alert>
      )}
      <Button type="submit" busy={busy} disabled={used > MAX_NOTE_LENGTH} className="self-end">
        {words.save}
      </Button>
    </Form>
  );
}
