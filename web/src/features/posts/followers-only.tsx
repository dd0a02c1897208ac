import { UsersRound } from 'lucide-react';

/** A small mark on posts that only followers see. */
export function FollowersOnly() {
  return (
    <span
      role="img"
      aria-label="Followers only"
      title="Followers only"
      className="ml-0.5 shrink-0 text-muted"
    >
      <UsersRound size={15} strokeWidth={1.75} aria-hidden />
    </span>
  );
}
