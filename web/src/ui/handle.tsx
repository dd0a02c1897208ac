import { clsx } from 'clsx';

/** A person's handle. It reads from left to right in each language, so the `@` stays in front. */
export function Handle({ username }: { username: string }) {
  return <bdi dir="ltr">@{username}</bdi>;
}

/** A handle on its own line. If it is too long, it loses its end. In each language it stands where the lines around it start. */
export function HandleLine({ username, className }: { username: string; className?: string }) {
  return (
    <span dir="ltr" className={clsx('block truncate text-match-parent', className)}>
      <Handle username={username} />
    </span>
  );
}
