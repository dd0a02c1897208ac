import * as words from '#words/users';
import { Ban, VolumeOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from '../../../lib/router/link.tsx';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Sentence } from '../../../ui/sentence.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import type { ReportRequest } from './report-request.ts';
import type { Measures } from './side-measures.tsx';

interface ReportSentProps {
  person: ReportRequest['person'];
  taken: Measures;
  onTake: (measure: keyof Measures) => void;
  onClose: () => void;
}

/** Thanks for a report, says what happens next, and offers again to mute and to block. */
export function ReportSent({ person, taken, onTake, onClose }: ReportSentProps) {
  const done = useRef<HTMLButtonElement>(null);
  // Pressed buttons disappear here, so the focus moves to the one that stays.
  useEffect(() => done.current?.focus({ preventScroll: true }), []);
  const reports = (
    <Link
      key="reports"
      to={paths.reports}
      onClick={onClose}
      className="font-semibold text-accent-text underline"
    >
      {words.yourReports}
    </Link>
  );
  return (
    <div className="flex flex-col gap-4 [overflow-wrap:anywhere]">
      <Alert type="success">{words.reportSent}</Alert>
      <p className="text-muted">
        <Sentence parts={words.whatHappensNext({ username: person.username, reports })} />
      </p>
      <div className="flex flex-wrap justify-end gap-3 max-md:flex-col">
        {taken.mute || taken.block || (
          <Button
            variant="secondary"
            icon={<VolumeOff />}
            aria-label={words.mutePerson(person)}
            onClick={() => {
              done.current?.focus({ preventScroll: true });
              onTake('mute');
            }}
          >
            {words.mute}
          </Button>
        )}
        {taken.block || (
          <Button
            variant="secondary"
            icon={<Ban />}
            aria-label={words.blockPerson(person)}
            onClick={() => {
              done.current?.focus({ preventScroll: true });
              onTake('block');
            }}
          >
            {words.block}
          </Button>
        )}
        <Button ref={done} onClick={onClose}>
          {words.done}
        </Button>
      </div>
      <p role="status" className="text-meta text-muted empty:hidden">
        {taken.block && words.personBlocked(person)}
      </p>
    </div>
  );
}
