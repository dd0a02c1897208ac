import { Button } from '../../../ui/button.tsx';

interface AltReminderProps {
  /** Of the pictures, how many say nothing. */
  count: number;
  onAdd: () => void;
  onSkip: () => void;
}

/** Asks once for what the pictures show; nobody is held up twice. */
export function AltReminder({ count, onAdd, onSkip }: AltReminderProps) {
  return (
    <div
      role="alert"
      className="mt-3 max-md:-ml-(--beside) rounded-card bg-sunk px-4 py-3 text-meta"
    >
      <p>
        {count === 1 ? 'A picture has no alt text.' : `${count} pictures have no alt text.`} A few
        words let people who can’t see {count === 1 ? 'it' : 'them'} take part.
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" onClick={onAdd}>
          Add alt text
        </Button>
        <Button size="sm" variant="ghost" onClick={onSkip}>
          Post without
        </Button>
      </div>
    </div>
  );
}
