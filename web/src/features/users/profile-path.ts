/** Where somebody's profile is. */
export function profilePath(username: string): string {
  return `/home/profile/${encodeURIComponent(username)}`;
}
