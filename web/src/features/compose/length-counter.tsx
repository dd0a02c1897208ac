import * as words from '#words/compose';
import { lengthOf, trimText } from '@roost/contract/text/text';
import { Announcement } from '../../ui/announcement.tsx';

/** From this share of the limit on, the counter shows the remaining number. */
const NEAR_LIMIT_SHARE = 0.85;

export function isTooLong(text: string, limit: number | undefined): boolean {
  return limit !== undefined && lengthOf(trimText(text)) > limit;
}

/** The id of the sentence that says by how much the text of a box is too long. It describes the box. */
export const overflowNoteId = (boxId: string): string => `${boxId}-overflow`;

/** Shows the used share of the allowed length as a ring. Near the end it shows the remaining number. */
export function LengthCounter({ text, limit }: { text: string; limit: number | undefined }) {
  const used = lengthOf(trimText(text));
  if (limit === undefined || used === 0) return null;
  const left = limit - used;
  const isNear = used >= limit * NEAR_LIMIT_SHARE;
  const tone = left < 0 ? 'text-danger-text' : isNear ? 'text-warning-text' : 'text-accent';
  return (
    <span className={`flex items-center gap-1 ${tone}`}>
      {isNear && (
        // The minus stays in front of its number.
        <span dir="ltr" className="nums text-meta font-medium">
          {left}
        </span>
      )}
      <svg
        viewBox="0 0 24 24"
        className="size-6 -rotate-90"
        fill="none"
        strokeWidth="2.5"
        aria-hidden
      >
        <circle cx="12" cy="12" r="9" className="stroke-line" />
        <circle
          cx="12"
          cy="12"
          r="9"
          stroke="currentColor"
          strokeLinecap="round"
          pathLength="100"
          strokeDasharray={`${Math.min(100, (used / limit) * 100)} 200`}
        />
      </svg>
      <Announcement>{isNear && spoken(left)}</Announcement>
    </span>
  );
}

/** The text for screen readers. It changes only every ten characters, and when the text is too long. */
function spoken(left: number): string {
  if (left < 0) return words.theTextIsTooLong;
  return words.charactersLeftOrFewer({ count: Math.ceil(left / 10) * 10 });
}
