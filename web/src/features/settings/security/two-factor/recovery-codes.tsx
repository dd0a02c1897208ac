import * as words from '#words/settings';
import { Download, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../../ui/controls/button.tsx';
import { Alert } from '../../../../ui/states/alert.tsx';
import { useViewer } from '../../../auth/viewer.ts';
import { CopyButton } from '../copy-button.tsx';

/** New recovery codes. The server shows them only once, so people copy, save or print them. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { username } = useViewer();
  const box = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={words.recoveryCodes}
      className="outline-none"
    >
      <Alert type="info">{words.keepTheseCodes}</Alert>
      <div data-print className="mt-4 rounded-card bg-sunk p-4">
        <p className="hidden print:block">{words.recoveryCodesOf({ username })}</p>
        <ul className="nums grid gap-x-6 gap-y-2 font-semibold tracking-wider md:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} label={words.copy} />
        <Button
          variant="secondary"
          size="sm"
          icon={<Download size={16} />}
          onClick={() =>
            download(`${words.recoveryCodesOf({ username })}\n\n${codes.join('\n')}\n`)
          }
        >
          {words.download}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          icon={<Printer size={16} />}
          onClick={() => window.print()}
        >
          {words.print}
        </Button>
        <Button size="sm" className="ms-auto" onClick={onDone}>
          {words.iHaveKeptThem}
        </Button>
      </div>
    </div>
  );
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  Object.assign(document.createElement('a'), { href: url, download: FILE_NAME }).click();
  URL.revokeObjectURL(url);
}

const FILE_NAME = 'recovery-codes.txt';
