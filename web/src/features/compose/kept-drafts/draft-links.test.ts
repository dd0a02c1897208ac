import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeBrowser, type FakeTab } from '../../../../test/support/fake-tabs.ts';
import { viewer } from '../../../../test/support/sample-posts.ts';

let browser: FakeBrowser;

beforeEach(() => {
  browser = new FakeBrowser();
  browser.localStorage['userId'] = viewer._id;
});
afterEach(() => vi.unstubAllGlobals());

const link = { draftKey: `${viewer._id}:post`, draftId: 'draft', updatedAt: '', content: '' };

/** The links of a page in this tab. They exist after their first use, as on a real page. */
async function open(tab: FakeTab = browser.open()) {
  vi.resetModules();
  const { queryClient } = await import('../../../lib/cache/query-client.ts');
  const { meKey } = await import('../../auth/session.ts');
  queryClient.setQueryData(meKey, viewer);
  const links = await import('./draft-links.ts');
  links.allLinks();
  return { tab, ...links };
}

/** Whether a new tab finds the draft in a box of another one. */
async function isHeld(): Promise<boolean> {
  return (await open()).isHeldElsewhere(link.draftId);
}

test('a duplicated tab holds its draft after the original closes', async () => {
  const original = await open();
  original.setLink(link);
  const duplicate = await open(browser.duplicate(original.tab));
  expect(duplicate.linkOf(link.draftKey)).toEqual(link);
  original.tab.close();
  expect(await isHeld()).toBe(true);
});

test('a tab holds a draft that another one was testing at that moment', async () => {
  const page = await open();
  const other = await open();
  const testing = other.isHeldElsewhere(link.draftId);
  page.tab.toFront();
  page.setLink(link);
  expect(await testing).toBe(false);
  expect(await isHeld()).toBe(true);
});

test('a tab that drops its link does not get the draft later', async () => {
  const original = await open();
  original.setLink(link);
  const duplicate = await open(browser.duplicate(original.tab));
  duplicate.dropLink(link.draftKey);
  original.tab.close();
  expect(await isHeld()).toBe(false);
});

test('a tab that links its draft again while it waits holds it', async () => {
  const original = await open();
  original.setLink(link);
  const duplicate = await open(browser.duplicate(original.tab));
  duplicate.dropLink(link.draftKey);
  duplicate.setLink(link);
  original.tab.close();
  expect(await isHeld()).toBe(true);
});
