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

test('a sent draft is gone', async () => {
  const drafts = await reload();
  drafts.changeDraft('a', { text: 'hello' });
  expect(drafts.beginSending('a')).toMatchObject({ text: 'hello' });
  expect(drafts.draftOf('a').text).toBe('');
  drafts.endSending('a', { isSent: true });
  expect(drafts.draftOf('a')).toMatchObject({ text: '', sending: undefined });
  expect(stored.size).toBe(0);
});

test('a failed draft returns before the text written since', async () => {
  const drafts = await reload();
  drafts.changeDraft('a', { text: 'first' });
  drafts.beginSending('a');
  drafts.changeDraft('a', { text: 'second' });
  drafts.endSending('a', { isSent: false });
  expect(drafts.draftOf('a').text).toBe('first\n\nsecond');
});

test('the same content keeps its key on retry, also after a reload', async () => {
  let drafts = await reload();
  drafts.changeDraft('a', { text: 'once' });
  const { idempotencyKey } = drafts.beginSending('a');
  drafts = await reload();
  expect(drafts.draftOf('a').text).toBe('once');
  expect(drafts.beginSending('a').idempotencyKey).toBe(idempotencyKey);
  drafts.endSending('a', { isSent: false });
  drafts.changeDraft('a', { text: 'twice' });
  expect(drafts.beginSending('a').idempotencyKey).not.toBe(idempotencyKey);
});

test('the same text with other files is a new post', async () => {
  const drafts = await reload();
  drafts.changeDraft('a', { text: 'look' });
  const { idempotencyKey } = drafts.beginSending('a', ['m1', 'm2']);
  drafts.endSending('a', { isSent: false });
  expect(drafts.beginSending('a', ['m1', 'm2']).idempotencyKey).toBe(idempotencyKey);
  drafts.endSending('a', { isSent: false });
  expect(drafts.beginSending('a', ['m2', 'm1']).idempotencyKey).not.toBe(idempotencyKey);
});
