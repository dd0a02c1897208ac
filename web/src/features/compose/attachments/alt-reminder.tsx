import * as words from '#words/compose';
import { Button } from '../../../ui/controls/button.tsx';

interface AltReminderProps {
  /** The number of pictures without alt text. */
  count: number;
  onAdd: () => void;
  onSkip: () => void;
}

/** Reminds the person of missing alt texts, once per draft. */
export function AltReminder({ count, onAdd, onSkip }: AltReminderProps) {
  return (
    <div
      role="alert"
      className="mt-3 max-md:-ms-(--beside) rounded-card bg-sunk px-4 py-3 text-meta"
    >
      <p>{words.altReminder({ count })}</p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" onClick={onAdd}>
          {words.addAltText}
        </Button>
        <Button size="sm" variant="ghost" onClick={onSkip}>
          {words.postWithout}
        </Button>
      </div>
    </div>
  );
}
