import * as words from '#words/posts';
import { UsersRound } from 'lucide-react';

/** A small icon on posts that only followers see. */
export function FollowersOnly() {
  return (
    <span
      role="img"
      aria-label={words.followersOnly}
      title={words.followersOnly}
      className="ms-0.5 shrink-0 text-muted"
    >
      <UsersRound size={15} />
    </span>
  );
}
