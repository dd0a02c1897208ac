import * as words from '#words/users';
import type { UserCard } from '@roost/contract/users';
import { useId, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useMute } from './mute.ts';

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

const kinds = [
  { value: 'all', label: words.everything },
  { value: 'reposts', label: words.onlyReposts },
] as const;

/** The value is a number of minutes. An empty one has no end. */
const durations = [
  { value: '', label: words.forever },
  { value: String(8 * HOUR_MINUTES), label: words.forHours({ count: 8 }) },
  { value: String(DAY_MINUTES), label: words.forDays({ count: 1 }) },
  { value: String(7 * DAY_MINUTES), label: words.forDays({ count: 7 }) },
  { value: String(30 * DAY_MINUTES), label: words.forDays({ count: 30 }) },
];

interface MuteDialogProps {
  person: Pick<UserCard, '_id' | 'username'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks what to mute of a person, and for how long. */
export function MuteDialog({ person, open, onOpenChange }: MuteDialogProps) {
  const id = useId();
  const mute = useMute();
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('all');
  const [minutes, setMinutes] = useState('');
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.mutePerson(person)}
      description={words.theyDoNotLearnOfIt}
      size="sm"
    >
      <div className="mt-5 flex flex-col gap-4">
        <div className="flex items-center justify-between gap-3">
          <span aria-hidden className="font-medium">
            {words.whatToMute}
          </span>
          <SegmentedControl
            label={words.whatToMute}
            options={kinds}
            value={kind}
            onChange={setKind}
          />
        </div>
        <div className="flex items-center justify-between gap-3">
          <label htmlFor={id} className="font-medium">
            {words.howLong}
          </label>
          <Select
            id={id}
            options={durations}
            value={minutes}
            onChange={({ target }) => setMinutes(target.value)}
          />
        </div>
      </div>
      <div className="mt-6 flex justify-end gap-3 max-md:flex-col-reverse">
        <Button variant="secondary" onClick={() => onOpenChange(false)}>
          {words.cancel}
        </Button>
        <Button
          onClick={() => {
            onOpenChange(false);
            const reposts = kind === 'reposts';
            void mute(person, { reposts, ...(minutes !== '' && { minutes: Number(minutes) }) });
          }}
        >
          {words.mute}
        </Button>
      </div>
    </Dialog>
  );
}
