import * as words from '#words/settings';
import { Form } from '@base-ui/react/form';
import { enableTotp } from '@roost/contract/factors';
import { useEffect } from 'react';
import { call } from '../../../../lib/api/api.ts';
import { messageOf } from '../../../../lib/api/api-error.ts';
import { useForm } from '../../../../lib/form.ts';
import { lazyPart } from '../../../../lib/page/load-chunk.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { OptionalBoundary } from '../../../../ui/states/optional-boundary.tsx';
import { Alert } from '../../../../ui/states/alert.tsx';
import { CodeField } from '../../../auth/code-field.tsx';
import { CopyButton } from '../copy-button.tsx';

const QrCode = lazyPart(async () => (await import('../../../../ui/qr-code.tsx')).QrCode);

interface TotpSetupProps {
  secret: string;
  uri: string;
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
}

/** Shows the secret to an authenticator app, and checks that the app knows it. */
export function TotpSetup({ secret, uri, onCodes, onCancel }: TotpSetupProps) {
  const { formProps, field, busy, failure, isAtField } = useForm(async ({ code = '' }) => {
    const { data } = await call(enableTotp, { body: { code } }, { quiet: true });
    onCodes(data.recoveryCodes);
  });
  const form = formProps.ref;
  // The button that had the focus is gone.
  useEffect(() => form.current?.focus(), [form]);
  const problem = failure === undefined ? '' : messageOf(failure, words.theAppWasNotTurnedOn);
  return (
    <Form {...formProps} tabIndex={-1} className="flex flex-col gap-5 outline-none">
      <div className="flex gap-5 max-md:flex-col md:items-center">
        {/* The place keeps its size while the code of the drawing loads. */}
        <div className="size-44 shrink-0">
          <OptionalBoundary>
            <QrCode text={uri} label={words.qrCodeForTheApp} />
          </OptionalBoundary>
        </div>
        <div className="min-w-0">
          <p>{words.scanThisWithTheApp}</p>
          <p className="nums mt-2 font-semibold tracking-wider [overflow-wrap:anywhere]">
            {inFours(secret)}
          </p>
          <CopyButton text={secret} label={words.copyTheKey} className="mt-2" />
        </div>
      </div>
      <CodeField
        field={(label) => field('code', label, words.enterTheCode)}
        hint={words.theAppShowsSixDigits}
      />
      {problem !== '' && !isAtField(problem) && <Alert type="error">{problem}</Alert>}
      <div className="flex justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button type="submit" busy={busy}>
          {words.turnOn}
        </Button>
      </div>
    </Form>
  );
}

/** People type the key more easily in groups of four. */
const inFours = (secret: string): string => secret.replaceAll(/.{4}(?=.)/g, '$& ');
