import type { getMe } from '@roost/contract/auth';
import type { Answer } from '@roost/contract/endpoint';
import type { getFeed } from '@roost/contract/posts';

/** What the document brought along for whoever is signed in. */
interface StartData {
  me: Answer<typeof getMe>;
  feed?: Answer<typeof getFeed>;
}

/** Takes it out of the document: it is good for one start, and nothing of it may stay when they sign out. */
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
