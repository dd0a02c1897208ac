import * as words from '#words/settings';
import { Form } from '@base-ui/react/form';
import { changeUsername } from '@roost/contract/usernames';
import type { OwnUser } from '@roost/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useForm } from '../../../lib/form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { toast } from '../../../ui/overlays/toasts.ts';
import { Handle } from '../../../ui/handle.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import { accountRules } from '../../auth/account-rules.ts';
import { meKey } from '../../auth/session.ts';
import { useViewer } from '../../auth/viewer.ts';
import { patchPerson } from '../../users/patch-person.ts';
import { userKeys } from '../../users/user-keys.ts';
import { securityKey } from './security.query.ts';

/** The viewer's username, and a form that changes it. */
export function UsernameSettings() {
  const { username } = useViewer();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className="font-semibold [overflow-wrap:anywhere]">
        <Handle username={username} />
      </p>
      {isOpen ? (
        <UsernameForm onDone={() => setOpen(false)} />
      ) : (
        <Button variant="secondary" className="mt-4" onClick={() => setOpen(true)}>
          {words.changeUsername}
        </Button>
      )}
    </>
  );
}

function UsernameForm({ onDone }: { onDone: () => void }) {
  const viewer = useViewer();
  const client = useQueryClient();
  const { formProps, field, busy, failure, isAtField } = useForm(
    async ({ username = '' }) => {
      const { data, message } = await call(changeUsername, { body: { username } }, { quiet: true });
      client.setQueryData<OwnUser | null>(meKey, data);
      patchPerson(client, data._id, () => ({ username: data.username }));
      // Profiles are cached by username.
      void client.invalidateQueries({ queryKey: userKeys.profiles });
      void client.invalidateQueries({ queryKey: securityKey });
      toast.success(message);
      onDone();
    },
    { username: accountRules['username']! },
  );
  const problem = failure === undefined ? '' : messageOf(failure, words.usernameNotChanged);
  return (
    <Form {...formProps} className="mt-4 flex flex-col gap-4">
      <TextField
        {...field('username', words.newUsername, words.enterTheNewUsername)}
        defaultValue={viewer.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        hint={words.linksToYourOldNameStopWorking}
      />
      {problem !== '' && !isAtField(problem) && <Alert type="error">{problem}</Alert>}
      <div className="flex justify-end gap-3">
        <Button variant="secondary" onClick={onDone}>
          {words.cancel}
        </Button>
        <Button type="submit" busy={busy}>
          {words.changeUsername}
        </Button>
      </div>
    </Form>
  );
}
