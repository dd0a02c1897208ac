import * as words from '#words/users';

/** A badge beside a person's handle, if they follow the viewer. Only profiles carry this. */
export function FollowsYou({ person }: { person: object & { followsCurrentUser?: boolean } }) {
  if (!person.followsCurrentUser) return null;
  return (
    <span className="ms-2 inline-block rounded-xs bg-sunk px-1.5 text-meta whitespace-nowrap text-muted">
      {words.followsYou}
    </span>
  );
}
