import * as words from '#words/moderation';
import { Form } from '@base-ui/react/form';
import { moderationLimits } from '@roost/contract/limits';
import { addNote, type ShownPerson } from '@roost/contract/moderation';
import { lengthOf, trimText } from '@roost/contract/text/text';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useForm } from '../../../lib/form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextAreaField } from '../../../ui/controls/text-area-field.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import { Part } from '../desk/part.tsx';
import { moderationKeys } from '../moderation-keys.ts';
import { PersonName } from '../person-name.tsx';

/** The notes of the staff about a person, and a field for one more note. */
export function Notes({ userId, notes }: { userId: string; notes: ShownPerson['notes'] }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const { formProps, busy, failure } = useForm(async () => {
    const body = { text: trimText(text) };
    if (body.text === '') return;
    await call(addNote, { params: { userId }, body }, { quiet: true });
    setText('');
    // Every case about this person shows the notes.
    await client.invalidateQueries({ queryKey: moderationKeys.all });
  });
  return (
    <Part title={words.notes}>
      {notes.length === 0 && <p className="mb-3 text-meta text-muted">{words.noNotes}</p>}
      <ul className="mb-4 flex flex-col gap-4">
        {notes.map(({ _id, author, text: written, createdAt }) => (
          <li key={_id}>
            <p className="flex flex-wrap gap-x-2 text-meta text-muted">
              <PersonName person={author} />
              <RelativeTime iso={createdAt} />
            </p>
            <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {written}
            </p>
          </li>
        ))}
      </ul>
      <Form {...formProps} className="flex flex-col gap-3">
        <TextAreaField
          label={words.newNote}
          rows={2}
          count={{ used: lengthOf(trimText(text)), max: moderationLimits.note }}
          value={text}
          onChange={setText}
        />
        {failure !== undefined && (
          <Alert type="error">{messageOf(failure, words.noteNotSaved)}</Alert>
        )}
        <Button type="submit" variant="secondary" busy={busy} className="self-end">
          {words.addNote}
        </Button>
      </Form>
    </Part>
  );
}
