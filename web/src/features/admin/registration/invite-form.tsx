import * as words from '#words/admin';
import { Form } from '@base-ui/react/form';
import { makeInvite } from '@roost/contract/admin';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { messageWithReason } from '../../../lib/api/api-error.ts';
import { useForm } from '../../../lib/form.ts';
import { wallClock } from '../../../lib/wall-clock.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import { invitesKey, type NewInvite } from './invites.query.ts';
import { MadeInvite } from './made-invite.tsx';

const DAY_MS = 86_400_000;
/** The server takes as many. */
const MAX_USES = 10_000;

const durations = [1, 7, 30, 90, 365].map((count) => ({
  value: String(count),
  label: words.days({ count }),
}));

/** Makes an invite, and shows its code once. */
export function InviteForm() {
  const id = useId();
  const client = useQueryClient();
  const [days, setDays] = useState('7');
  const [made, setMade] = useState<NewInvite>();
  const { formProps, field, busy, failure, isAtField } = useForm(
    async ({ uses = '' }) => {
      const expiresAt = new Date(wallClock() + Number(days) * DAY_MS).toISOString();
      const body = { uses: Number(uses), expiresAt };
      const { data } = await call(makeInvite, { body }, { quiet: true });
      setMade(data);
      await client.invalidateQueries({ queryKey: invitesKey });
    },
    { uses: usesError },
  );
  const problem = failure === undefined ? '' : messageWithReason(failure, words.noInviteWasMade);
  if (made) return <MadeInvite invite={made} onDone={() => setMade(undefined)} />;
  return (
    <Form {...formProps} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start gap-4">
        <TextField
          {...field('uses', words.howManyPeople, words.enterANumber)}
          inputMode="numeric"
          autoComplete="off"
          defaultValue="1"
          className="w-40"
        />
        <div>
          <label htmlFor={id} className="mb-1.5 block text-meta font-medium">
            {words.worksFor}
          </label>
          <span className="flex h-12 items-center">
            <Select
              id={id}
              options={durations}
              value={days}
              onChange={({ target }) => setDays(target.value)}
            />
          </span>
        </div>
      </div>
      {problem !== '' && !isAtField(problem) && <Alert type="error">{problem}</Alert>}
      <Button type="submit" busy={busy} className="self-start">
        {words.makeAnInvite}
      </Button>
    </Form>
  );
}

function usesError(typed: string): string | undefined {
  const uses = Number(typed);
  return Number.isInteger(uses) && uses >= 1 && uses <= MAX_USES
    ? undefined
    : words.useANumberUpTo({ max: MAX_USES });
}
