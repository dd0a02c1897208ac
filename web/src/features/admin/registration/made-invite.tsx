import * as words from '#words/admin';
import { useEffect, useRef } from 'react';
import { briefTime } from '../../../lib/format/relative-time.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import { CopyButton } from '../../settings/security/copy-button.tsx';
import type { NewInvite } from './invites.query.ts';

interface MadeInviteProps {
  invite: NewInvite;
  onDone: () => void;
}

/** The code and the link of a new invite. The server does not know the code any more. */
export function MadeInvite({ invite: { code, uses, expiresAt }, onDone }: MadeInviteProps) {
  const link = `${location.origin}${paths.register}?${new URLSearchParams({ invite: code })}`;
  const box = useRef<HTMLDivElement>(null);
  // The button with the focus is gone.
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={box} role="group" aria-label={words.newInvite} tabIndex={-1} className="outline-none">
      <Alert type="success">
        {words.inviteWorksFor({ count: uses, date: briefTime(expiresAt) })} {words.itShowsOnlyNow}
      </Alert>
      <div className="mt-4 flex flex-col gap-3">
        <Secret label={words.linkToSignUp} text={link} copyLabel={words.copyTheLink} />
        <Secret label={words.code} text={code} copyLabel={words.copyTheCode} />
      </div>
      <Button variant="secondary" className="mt-4" onClick={onDone}>
        {words.done}
      </Button>
    </div>
  );
}

function Secret({ label, text, copyLabel }: { label: string; text: string; copyLabel: string }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-meta font-medium text-muted">{label}</p>
        <p className="[overflow-wrap:anywhere]">
          <code dir="ltr">{text}</code>
        </p>
      </div>
      <CopyButton text={text} label={copyLabel} />
    </div>
  );
}
