import type { Page } from '@playwright/test';

/** Returns the strings in the memory of the page's scripts that contain `text`. */
export async function findInHeap(page: Page, text: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  let snapshot = '';
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => (snapshot += chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  const { strings } = JSON.parse(snapshot) as { strings: string[] };
  return strings.filter((each) => each.includes(text));
}
