import { expect, test, vi } from 'vitest';
import * as feed from '@roost/contract/feed';
import { startAppForFile } from '../../test/support/app.ts';
import { crowdOf, type Member } from '../../test/support/cast.ts';

const app = await startAppForFile();
const [me, friend] = (await crowdOf(app, 2, 'own')) as [Member, Member];
await me.follow(friend);

async function idsOf(tab: feed.FeedTab = 'foryou'): Promise<string[]> {
  const { data } = await me.call(feed.getFeed, { query: { tab, limit: 50 } });
  expect(data.pagination.nextCursor).toBeNull();
  return data.posts.map(({ _id }) => _id);
}

/** Moves the clock forward. Ids never go back after that, so each test goes further. */
function later(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
}

test('a new snapshot of ‘For you’ leaves out own posts from before the last one expired', async () => {
  await friend.post('something to see');
  const before = await me.post('before the first snapshot');
  expect((await idsOf())[0]).toBe(before._id);
  const during = await me.post('during the first snapshot');
  expect((await idsOf())[0]).toBe(during._id);
  const news = await friend.post('news');
  // The list still has them, but no longer above the new posts.
  const now = await idsOf();
  expect(now[0]).toBe(news._id);
  expect(now).toEqual(expect.arrayContaining([before._id, during._id]));
  const unread = await me.post('during the snapshot, without another first page');
  const made = [before, during, unread].map(({ _id }) => _id);
  try {
    later(45);
    const between = await me.post('between two snapshots');
    later(10);
    const shown = await idsOf();
    expect(shown[0]).toBe(between._id);
    for (const id of made) expect(shown).not.toContain(id);
    expect(await idsOf('following')).toEqual(expect.arrayContaining([...made, between._id]));
  } finally {
    vi.useRealTimers();
  }
});

test('the first snapshot of ‘For you’ shows only own posts of the last 30 minutes', async () => {
  const [newcomer] = (await crowdOf(app, 1, 'first')) as [Member];
  await newcomer.follow(friend);
  const read = async () =>
    (await newcomer.call(feed.getFeed, { query: { limit: 50 } })).data.posts.map(({ _id }) => _id);
  const old: string[] = [];
  try {
    for (const minutes of [120, 13 * 60, 8 * 60]) {
      later(minutes);
      old.push((await newcomer.post('hours old'))._id);
    }
    later(60);
    const fresh = await friend.post('fresh');
    const shown = await read();
    expect(shown[0]).toBe(fresh._id);
    for (const id of old) expect(shown).not.toContain(id);
    const own = await newcomer.post('just now');
    expect((await read())[0]).toBe(own._id);
  } finally {
    vi.useRealTimers();
  }
});

test('‘For you’ ranks hours-old own posts among the others', async () => {
  const [writer, other] = (await crowdOf(app, 2, 'old')) as [Member, Member];
  await writer.follow(other);
  const read = async () =>
    (await writer.call(feed.getFeed, { query: { limit: 50 } })).data.posts.map(({ _id }) => _id);
  await read();
  try {
    later(26 * 60);
    const own = await writer.post('hours old by then');
    later(9 * 60);
    const fresh = await other.post('fresh');
    const shown = await read();
    expect(shown.indexOf(fresh._id)).toBeLessThan(shown.indexOf(own._id));
    expect(shown).toContain(own._id);
  } finally {
    vi.useRealTimers();
  }
});
