import * as words from '#words/auth';
import { Form } from '@base-ui/react/form';
import { moderationLimits } from '@roost/contract/limits';
import { createAppeal } from '@roost/contract/moderation';
import { lengthOf, trimText } from '@roost/contract/text/text';
import { useState } from 'react';
import { ApiError, call } from '../../../lib/api/api.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useForm } from '../../../lib/form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextAreaField } from '../../../ui/controls/text-area-field.tsx';
import { Alert } from '../../../ui/states/alert.tsx';

interface AppealFormProps {
  /** The decision, or the token of a refused sign-in. */
  against: { decisionId: string } | { appealToken: string };
  /** The appeal is sent, or was sent before. */
  onSent?: () => void;
}

/** Appeals against a decision of the moderators, once. */
export function AppealForm({ against, onSent }: AppealFormProps) {
  const [text, setText] = useState('');
  const [isSent, setSent] = useState(false);
  const used = lengthOf(trimText(text));
  const { formProps, busy, failure } = useForm(async () => {
    if (used === 0) throw new ApiError(words.writeWhy, { code: 'bad_input' });
    await call(createAppeal, { body: { ...against, text: trimText(text) } }, { quiet: true });
    setSent(true);
    onSent?.();
  });
  if (isSent) return <Alert type="success">{words.appealSent}</Alert>;
  const code = failure instanceof ApiError ? failure.code : undefined;
  if (code === 'already_appealed') return <Alert type="info">{words.alreadyAppealed}</Alert>;
  return (
    <Form {...formProps} className="flex flex-col gap-4">
      <TextAreaField
        label={words.whyIsItAMistake}
        rows={6}
        value={text}
        onChange={setText}
        count={{ used, max: moderationLimits.appeal }}
      />
      {failure !== undefined && (
        <Alert type="error">
          {code === 'not_found'
            ? 'appealToken' in against
              ? words.appealExpired
              : words.appealTooLate
            : messageOf(failure, words.appealNotSent)}
        </Alert>
      )}
      <Button type="submit" size="lg" busy={busy} disabled={used > moderationLimits.appeal}>
        {words.sendAppeal}
      </Button>
    </Form>
  );
}
