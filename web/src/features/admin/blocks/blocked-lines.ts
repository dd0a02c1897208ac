/** Which of the two lists. The names are those of the wire. */
export type BlockList = 'mailDomains' | 'addresses';
export type BlockLists = Record<BlockList, string[]>;

/** The typed lists that are not saved, with the stored lists when the change began. */
export type BlockDrafts = { [List in BlockList]?: { before: readonly string[]; text: string } };

/** The entries of a typed list, one in each line. */
export function entriesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns the text of the box: the typed one, else the stored entries. */
export function textOf(stored: readonly string[], draft: BlockDrafts[BlockList]): string {
  return draft?.text ?? stored.join('\n');
}

/**
 * The list to send. Entries that somebody else added since the typing began stay, and those that somebody else removed are
 * gone, because the server replaces the whole list.
 */
export function mergedEntries(now: readonly string[], draft: BlockDrafts[BlockList]): string[] {
  if (!draft) return [...now];
  const typed = entriesOf(draft.text);
  const added = typed.filter((entry) => !draft.before.includes(entry));
  const removed = new Set(draft.before.filter((entry) => !typed.includes(entry)));
  return [...new Set([...now.filter((entry) => !removed.has(entry)), ...added])];
}

export interface LineProblem {
  /** The number of the line, from 1. */
  line: number;
  entry: string;
  message: string;
}

/**
 * The server's errors of one list, by the line in which the entry stands. An error without a line is about the whole list. The
 * server names an entry by its place in the sent list.
 */
export function problemsOf(
  list: BlockList,
  errors: readonly { path: string; message: string }[],
  sent: readonly string[],
  text: string,
): { lines: LineProblem[]; whole: string | undefined } {
  const lines = text.split('\n').map((line) => line.trim());
  const found: LineProblem[] = [];
  let whole: string | undefined;
  for (const { path, message } of errors) {
    if (path === list) whole ??= message;
    if (!path.startsWith(`${list}.`)) continue;
    const entry = sent[Number(path.slice(list.length + 1))] ?? '';
    const line = lines.indexOf(entry) + 1;
    if (line > 0) found.push({ line, entry, message });
    else whole ??= message;
  }
  return { lines: found.toSorted((one, other) => one.line - other.line), whole };
}

/** The entry that blocks the domain of an address, if it is new. */
export function ownDomainIn(
  typed: readonly string[],
  before: readonly string[],
  email: string,
): string | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return typed.find((entry) => {
    const blocked = entry.toLowerCase().replace(/^@/, '');
    return (
      !before.includes(entry) &&
      blocked !== '' &&
      (domain === blocked || domain.endsWith(`.${blocked}`))
    );
  });
}
