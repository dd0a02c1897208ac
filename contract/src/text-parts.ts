export type TextPart =
  | { type: 'text'; text: string }
  | { type: 'mention'; text: string; username: string }
  | { type: 'hashtag'; text: string }
  | { type: 'link'; href: string; host: string; rest: string };

/** A word's start: nothing before it that would make it the middle of something else. */
const START = String.raw`(?<![\p{L}\p{N}_@#/:.&=?%+~$-])`;
const PATTERN = new RegExp(
  [
    String.raw`${START}(?<link>(?:https?:\/\/|www\.)[^\s<>"\u0000-\u001f\u007f]+)`,
    String.raw`${START}@(?<mention>[A-Za-z0-9_]{3,30})(?![A-Za-z0-9_@])`,
    String.raw`${START}#(?<hashtag>[\p{L}\p{M}\p{N}_]+)`,
  ].join('|'),
  'giu',
);

/** What a post says, with what can be followed in it (contract §4). Joined, the parts are the text. */
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
  const link = linkTo(/^www\./i.test(address) ? `https://${address}` : address);
  return link && { part: link, length: address.length };
}

/** A full stop or the bracket around an address belong to the sentence. */
function withoutTail(address: string): string {
  let text = address;
  for (;;) {
    const trimmed = text.replace(/[.,:;!?'’”»…*_~]+$/u, '');
    const last = trimmed.at(-1);
    const opener = last === ')' ? '(' : last === ']' ? '[' : last === '}' ? '{' : undefined;
    if (!opener || count(trimmed, opener) >= count(trimmed, last!)) return trimmed;
    text = trimmed.slice(0, -1);
  }
}

function count(text: string, letter: string): number {
  return text.split(letter).length - 1;
}

const MAX_REST = 28;

/** Only where it leads is shown, never what it was dressed up as: a user part (`bank@evil`) makes it no link at all. */
function linkTo(address: string): (TextPart & { type: 'link' }) | undefined {
  const url = URL.parse(address);
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username ||
    url.password ||
    address.includes('\\')
  )
    return undefined;
  if (/^[^/]*\/\/[^/?#]*@/.test(address)) return undefined;
  const rest = readable(url.pathname + url.search + url.hash);
  return {
    type: 'link',
    href: url.href,
    host: url.host,
    rest: rest === '/' ? '' : rest.length > MAX_REST ? `${rest.slice(0, MAX_REST - 1)}…` : rest,
  };
}

/** Other scripts are spelled out, unless something invisible or reordering would come to light. */
function readable(rest: string): string {
  try {
    const decoded = decodeURI(rest);
    return /[\p{C}\p{Z}]/u.test(decoded) ? rest : decoded;
  } catch {
    return rest;
  }
}
