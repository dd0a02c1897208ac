import { lengthOf } from '@roost/contract/text';

/** From here on what is left is spelled out. */
const NEAR_END = 0.85;

export function isTooLong(text: string, limit: number | undefined): boolean {
  return limit !== undefined && lengthOf(text.trim()) > limit;
}

/** How much of the allowed length is used: a ring, and near the end the number that is left. */
export function LengthCounter({ text, limit }: { text: string; limit: number | undefined }) {
  const used = lengthOf(text.trim());
  if (limit === undefined || used === 0) return null;
  const left = limit - used;
  const isNear = used >= limit * NEAR_END;
  const tone = left < 0 ? 'text-danger-text' : isNear ? 'text-warning-text' : 'text-accent';
  return (
    <span className={`flex items-center gap-2 ${tone}`}>
      {isNear && <span className="nums text-meta font-medium">{left}</span>}
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
      <span role="status" className="sr-only">
        {isNear && spoken(left)}
      </span>
    </span>
  );
}

/** Not at every key: only every ten, and once it is too long. */
function spoken(left: number): string {
  if (left < 0) return 'The text is too long.';
  return `${Math.ceil(left / 10) * 10} characters left or fewer`;
}
