export type TextPart =
  | { type: 'text'; text: string }
  | { type: 'mention'; text: string; username: string }
  | { type: 'hashtag'; text: string }
  | { type: 'link'; text: string; href: string; host: string; rest: string };

/** The start of a word: no character before it continues a word, a link or a number. */
const START = String.raw`(?<![\p{L}\p{N}_@#/:.&=?%+~$-])`;
const PATTERN = new RegExp(
  [
    String.raw`${START}(?<link>(?:https?:\/\/|www\.)[^\s<>"\u0000-\u001f\u007f]+)`,
    String.raw`${START}@(?<mention>[A-Za-z0-9_]{3,30})(?![A-Za-z0-9_@])`,
    String.raw`${START}#(?<hashtag>[\p{L}\p{M}\p{N}_]+)`,
  ].join('|'),
  'giu',
);

/** Splits the text of a post into plain text, links, mentions and hashtags. The joined parts equal the text. */
export function textParts(content: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of content.matchAll(PATTERN)) {
    const found = partOf(match);
    if (!found) continue;
    if (match.index > end) parts.push({ type: 'text', text: content.slice(end, match.index) });
    parts.push(found.part);
    end = match.index + found.length;
  }
  if (end < content.length) parts.push({ type: 'text', text: content.slice(end) });
  return parts;
}

function partOf({
  0: text,
  groups = {},
}: RegExpMatchArray): { part: TextPart; length: number } | undefined {
  if (groups['mention'])
    return { part: { type: 'mention', text, username: groups['mention'] }, length: text.length };
  if (groups['hashtag']) {
    return /^\p{N}+$/u.test(groups['hashtag'])
      ? undefined
      : { part: { type: 'hashtag', text }, length: text.length };
  }
  const address = withoutTail(text);
  if (address.length > MAX_LINK_LENGTH) return undefined;
  const link = linkTo(/^www\./i.test(address) ? `https://${address}` : address);
  return link && { part: { ...link, text: address }, length: address.length };
}

/** Nobody types a longer URL. A longer one stays text, which limits the cost of parsing a URL. */
const MAX_LINK_LENGTH = 2_048;
/** No host name is longer. Converting a host name to ASCII costs more than linear time. */
const MAX_HOST_LENGTH = 253;

/** Also the comma, semicolon, question mark and full stop of Arabic and Urdu, and the full stop of Hindi. */
const TAIL = ".,:;!?'’”»…*_~،؛؟۔।";
const openers = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const closers = new Set(openers.values());

/**
 * Removes a full stop, or a bracket around the URL, because they belong to the sentence. It removes a closing bracket while
 * the URL has more closing than opening brackets. One pass from the end, so the cost is linear.
 */
function withoutTail(address: string): string {
  let surplus: Map<string, number> | undefined;
  let end = address.length;
  while (end > 0) {
    const last = address.charAt(end - 1);
    if (closers.has(last)) {
      surplus ??= countClosers(address);
      const count = surplus.get(last) ?? 0;
      if (count <= 0) break;
      surplus.set(last, count - 1);
    } else if (!TAIL.includes(last)) break;
    end -= 1;
  }
  return address.slice(0, end);
}

/** For each kind of bracket, the number of closing ones minus the number of opening ones. */
function countClosers(address: string): Map<string, number> {
  const surplus = new Map<string, number>();
  for (const letter of address) {
    const closer = openers.get(letter) ?? letter;
    if (!closers.has(closer)) continue;
    surplus.set(closer, (surplus.get(closer) ?? 0) + (closer === letter ? 1 : -1));
  }
  return surplus;
}

const MAX_REST = 28;

/** A link shows its real host. An address with a user part (`bank@evil`) does not become a link. */
function linkTo(address: string): Omit<TextPart & { type: 'link' }, 'text'> | undefined {
  if (/^[^/]*\/\/[^/?#]*@/.test(address) || hostOf(address).length > MAX_HOST_LENGTH)
    return undefined;
  const url = URL.parse(address);
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username ||
    url.password ||
    address.includes('\\')
  )
    return undefined;
  const rest = readable(url.pathname + url.search + url.hash);
  return {
    type: 'link',
    href: url.href,
    host: url.host,
    rest: rest === '/' ? '' : rest.length > MAX_REST ? `${rest.slice(0, MAX_REST - 1)}…` : rest,
  };
}

/** The typed text between `//` and the path. */
function hostOf(address: string): string {
  return /^[^/]*\/\/([^/?#:]*)/.exec(address)?.[1] ?? '';
}

/** Decodes escaped letters of other scripts, unless the result contains invisible or reordering characters. */
function readable(rest: string): string {
  try {
    const decoded = decodeURI(rest);
    return /[\p{C}\p{Z}]/u.test(decoded) ? rest : decoded;
  } catch {
    return rest;
  }
}
