import * as words from '#words/compose';
import { Button } from '../../ui/controls/button.tsx';
import { overflowNoteId } from './length-counter.tsx';
import { overflowOf } from './overflow.ts';

interface TooLongProps {
  text: string;
  limit: number;
  /** The id of the text box. */
  boxId: string;
}

/** Says by how much a text is too long. Its button selects the part beyond the limit, because a text box cannot mark it. */
export function TooLong({ text, limit, boxId }: TooLongProps) {
  const overflow = overflowOf(text, limit);
  if (!overflow) return null;
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-meta text-danger-text">
      <span id={overflowNoteId(boxId)} className="nums">
        {words.charactersTooMany(overflow)}
      </span>
      <Button
        size="sm"
        variant="secondary"
        aria-controls={boxId}
        aria-describedby={overflowNoteId(boxId)}
        onClick={() => select(boxId, overflow)}
      >
        {words.selectTheOverflow}
      </Button>
    </div>
  );
}

function select(boxId: string, { start, end }: { start: number; end: number }): void {
  const box = document.getElementById(boxId);
  if (!(box instanceof HTMLTextAreaElement)) return;
  // Browsers scroll a box only to its caret when it gets the focus. So the caret first goes to the start of the part.
  box.blur();
  box.setSelectionRange(start, start);
  box.focus();
  box.setSelectionRange(start, end);
}
