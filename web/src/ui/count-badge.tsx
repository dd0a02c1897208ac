const MOST_SHOWN = 99;

/** How many are waiting, in the corner of an icon; nothing for none. Stands inside what is `relative`. */
export function CountBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      data-count={count}
      className="nums absolute -top-1.5 left-3 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-accent px-1 text-[0.6875rem] leading-none font-bold text-on-accent ring-2 ring-page"
    >
      <span aria-hidden>{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>
      <span className="sr-only">{count} unread, </span>
    </span>
  );
}
