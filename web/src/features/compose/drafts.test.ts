import { beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
});

/** The module as it is after a reload of the page. */
async function reload() {
  vi.resetModules();
  return import('./drafts.ts');
}

beforeEach(() => stored.clear());

test('a draft survives a reload, and other people do not see it', async () => {
  (await reload()).changeDraft('alice:post', { text: 'half a th', visibility: 'followers' });
  const { draftOf } = await reload();
  expect(draftOf('alice:post')).toMatchObject({ text: 'half a th', visibility: 'followers' });
  expect(draftOf('bob:post').text).toBe('');
});

test('an emptied draft leaves the storage', async () => {
  const drafts = await reload();
  drafts.changeDraft('a', { text: 'hello' });
  drafts.changeDraft('a', { text: '' });
  expect(stored.size).toBe(0);
});

test('a draft that comes back stands before the text written since', async () => {
  const drafts = await reload();
  drafts.changeDraft('a', { text: 'second' });
  drafts.returnToDraft('a', { text: 'first', visibility: 'followers' });
  expect(drafts.draftOf('a')).toEqual({ text: 'first\n\nsecond', visibility: 'followers' });
});

test('a picture for followers that comes back stays for followers', async () => {
  const drafts = await reload();
  drafts.changeDraft('a', { text: 'for everyone' });
  drafts.returnToDraft('a', { text: '', visibility: 'followers' });
  expect(drafts.draftOf('a')).toEqual({ text: 'for everyone', visibility: 'followers' });
});

test('a box with a picture for followers alone keeps its audience over a reload', async () => {
  const drafts = await reload();
  drafts.changeDraft('a', { visibility: 'followers' });
  expect((await reload()).draftOf('a').visibility).toBe('followers');
});
