import * as words from '#words/ui';

const MAX_SHOWN_COUNT = 99;

interface CountBadgeProps {
  count: number;
  /** A larger count shows as this one with a plus. */
  max?: number;
  /** The text for screen readers. The default says that so many are unread. */
  label?: string;
}

/** A count in the corner of an icon. It is empty for 0. The parent needs `relative`. */
export function CountBadge({
  count,
  max = MAX_SHOWN_COUNT,
  label = words.unread({ count }),
}: CountBadgeProps) {
  if (count === 0) return null;
  return (
    <span
      data-count={count}
      className="nums absolute -top-1.5 start-3 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-accent px-1 text-mark leading-none font-bold text-on-accent ring-2 ring-page"
    >
      <span aria-hidden dir="ltr">
        {count > max ? `${max}+` : count}
      </span>
      <span className="sr-only">{label} </span>
    </span>
  );
}
