import { wallClock } from '../wall-clock.ts';
import { offlineDatabase, type SharedContent } from './offline-database.ts';

const KEY = 'latest';
/** Shared content is lost if the person does not sign in within this time. */
const SHARED_MS = 3_600_000;

/** Keeps the content that the phone shared. It replaces earlier content that no composer has taken. */
export async function storeShared(parts: string[], files: File[]): Promise<void> {
  await (await offlineDatabase.open()).put('shared', { parts, files, at: wallClock() }, KEY);
}

/** Returns what was shared, once. */
export async function takeShared(): Promise<SharedContent | undefined> {
  const database = await offlineDatabase.openKnown();
  if (!database) return undefined;
  const shared = await database.get('shared', KEY);
  await database.delete('shared', KEY);
  return shared && wallClock() - shared.at < SHARED_MS ? shared : undefined;
}

export async function eraseShared(): Promise<void> {
  await (await offlineDatabase.openKnown())?.clear('shared');
}

/** The shared texts as one. Phones often repeat the address in the text. */
export function joinShared(parts: readonly string[]): string {
  const texts = parts.map((part) => part.trim()).filter((part) => part !== '');
  return texts
    .filter(
      (text, index) =>
        !texts.some((other, at) => at !== index && contains(other, text, at < index)),
    )
    .join('\n');
}

const contains = (other: string, text: string, isBefore: boolean) =>
  other === text ? isBefore : other.includes(text);
