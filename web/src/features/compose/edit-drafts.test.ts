import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeBrowser } from '../../../test/support/fake-tabs.ts';

const browser = new FakeBrowser();
const tab = browser.open();
beforeEach(() => vi.resetModules());
afterEach(() => vi.restoreAllMocks());

const load = async () => ({
  ...(await import('./drafts.ts')),
  ...(await import('./edit-drafts.ts')),
});

test('the draft of an edit outlives its tab, for a week and for its person', async () => {
  const { changeDraft } = await load();
  changeDraft('alice:edit:1', { text: 'better' });
  changeDraft('alice:post', { text: 'a post' });
  expect(Object.keys(browser.localStorage)).toEqual(['roost:draft:alice:edit:1']);
  tab.close();
  browser.open();
  vi.resetModules();
  const { draftOf, sweepEditDrafts } = await load();
  sweepEditDrafts('alice');
  expect(draftOf('alice:edit:1').text).toBe('better');
  expect(draftOf('alice:post').text).toBe('');

  sweepEditDrafts('bob');
  expect(Object.keys(browser.localStorage)).toEqual([]);
});

test('an old draft of an edit is deleted, and a logout deletes all', async () => {
  const { changeDraft, sweepEditDrafts } = await load();
  const { announceLogout } = await import('../../lib/logout.ts');
  changeDraft('alice:edit:1', { text: 'old' });
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 8 * 86_400_000);
  changeDraft('alice:edit:2', { text: 'new' });
  sweepEditDrafts('alice');
  expect(Object.keys(browser.localStorage)).toEqual(['roost:draft:alice:edit:2']);
  announceLogout('signedOut');
  expect(Object.keys(browser.localStorage)).toEqual([]);
});

test('a logout loses the begun edits of this person that can still be saved', async () => {
  const soon = new Date(Date.now() + 60_000).toISOString();
  const { changeDraft, countEditDrafts } = await load();
  changeDraft('alice:edit:1', { text: 'better', until: soon });
  changeDraft('alice:edit:2', { text: '', until: soon });
  changeDraft('alice:edit:3', { text: 'late', until: new Date(Date.now() - 1).toISOString() });
  changeDraft('alice:edit:5', { text: 'same ', until: soon, isUnchanged: true });
  changeDraft('bob:edit:4', { text: 'of somebody else', until: soon });
  expect(countEditDrafts('alice')).toBe(1);
  // Another page finds them, too.
  vi.resetModules();
  expect((await load()).countEditDrafts('alice')).toBe(1);
});
