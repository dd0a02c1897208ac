/** In characters. */
const MAX_LINK_LENGTH = 200;

/**
 * Reads the address of a link on a profile. Returns null if it is not a plain http or https address. An address with a name before
 * the host is refused, because it can look like another site.
 */
export function readLink(typed: string): string | null {
  const trimmed = typed.trim();
  if (trimmed.length > MAX_LINK_LENGTH || !/^https?:\/\//i.test(trimmed)) return null;
  if (!URL.canParse(trimmed)) return null;
  const { protocol, username, password, hostname, href } = new URL(trimmed);
  const isPlain = ['http:', 'https:'].includes(protocol) && !username && !password;
  return isPlain && hostname !== '' && href.length <= 3 * MAX_LINK_LENGTH ? href : null;
}
