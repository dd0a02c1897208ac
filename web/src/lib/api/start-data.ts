import type { getMe } from '@roost/contract/auth';
import type { Answer } from '@roost/contract/endpoint';
import type { getFeed } from '@roost/contract/feed';

/** Data that the server puts into the document: the signed-in person, and the first answer of their page. */
interface StartData {
  /** Null for visitors. */
  me: Answer<typeof getMe> | null;
  feed?: Answer<typeof getFeed>;
}

/** Reads the data and removes it from the document, so nothing of the person stays after a logout. */
export function takeStartData(): StartData | null {
  const block = document.getElementById('start');
  block?.remove();
  if (!block?.textContent) return null;
  try {
    return JSON.parse(block.textContent) as StartData;
  } catch {
    return null;
  }
}
