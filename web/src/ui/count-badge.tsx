import * as words from '#words/ui';

const MAX_SHOWN_COUNT = 99;

/** An unread count in the corner of an icon. It is empty for 0. The parent needs `relative`. */
export function CountBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      data-count={count}
      className="nums absolute -top-1.5 start-3 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-accent px-1 text-[0.6875rem] leading-none font-bold text-on-accent ring-2 ring-page"
    >
      <span aria-hidden>{count > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : count}</span>
      <span className="sr-only">{words.unread({ count })} </span>
    </span>
  );
}
