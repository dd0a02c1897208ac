import * as words from '#words/settings';
import { Form } from '@base-ui/react/form';
import { addPasskey, getNewPasskeyOptions } from '@roost/contract/passkeys';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../lib/api/api.ts';
import { messageOf } from '../../../../lib/api/api-error.ts';
import { useForm } from '../../../../lib/form.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { TextField } from '../../../../ui/controls/text-field.tsx';
import { Alert } from '../../../../ui/states/alert.tsx';
import { makePasskey } from '../../../auth/passkeys/passkey-browser.ts';
import { deviceName } from '../../device-name.ts';
import { securityKey } from '../security.query.ts';

/** Names and makes a passkey on this device. */
export function AddPasskey() {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {words.addAPasskey}
      </Button>
    );
  return <PasskeyForm onDone={() => setOpen(false)} />;
}

function PasskeyForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const { formProps, field, busy, failure, isAtField } = useForm(async ({ name = '' }) => {
    const { data: optionsJSON } = await call(getNewPasskeyOptions, {}, { quiet: true });
    const made = await makePasskey(optionsJSON);
    await call(addPasskey, { body: { ...made, name } }, { quiet: true });
    await client.invalidateQueries({ queryKey: securityKey });
    onDone();
  });
  const problem = failure === undefined ? '' : messageOf(failure, words.noPasskeyWasMade);
  return (
    <Form {...formProps} className="flex flex-col gap-4">
      <TextField
        {...field('name', words.nameOfThePasskey, words.enterAName)}
        defaultValue={deviceName(navigator.userAgent)}
        autoFocus
        maxLength={50}
        hint={words.youTellItApartByThis}
      />
      {problem !== '' && !isAtField(problem) && <Alert type="error">{problem}</Alert>}
      <div className="flex justify-end gap-3">
        <Button variant="secondary" onClick={onDone}>
          {words.cancel}
        </Button>
        <Button type="submit" busy={busy}>
          {words.addAPasskey}
        </Button>
      </div>
    </Form>
  );
}
