import { describe, expect, test } from 'vitest';
import * as feed from '@roost/contract/feed';
import * as notifications from '@roost/contract/notifications';
import * as posts from '@roost/contract/posts';
import * as relations from '@roost/contract/relations';
import * as reposts from '@roost/contract/reposts';
import { listHashtag, searchPosts } from '@roost/contract/search';
import type { MutedPlace } from '@roost/contract/text/muted-words';
import { startAppForFile } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { openTab } from '../../../test/support/chat.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();

let count = 0;
async function castFor<Name extends string>(...names: Name[]): Promise<Record<Name, Member>> {
  count += 1;
  const members = await crowdOf(app, names.length, `wordy${count}_`);
  return Object.fromEntries(names.map((name, n) => [name, members[n]!])) as Record<Name, Member>;
}

interface Typed {
  text: string;
  wholeWord?: boolean;
  until?: string | null;
  where?: MutedPlace[];
}

const muteWords = async (member: Member, ...words: Typed[]) =>
  (await member.call(relations.setMutedWords, { body: { words } })).data.words;

async function feedOf(member: Member, query: { limit?: number; page?: number } = { limit: 50 }) {
  const { data } = await member.call(feed.getFeed, { query: { tab: 'following', ...query } });
  return data.posts.map(({ _id }) => _id);
}

const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id);

describe('the feed', () => {
  test('it leaves out matching posts and reposts, and shows them again', async () => {
    const { me, friend, writer } = await castFor('me', 'friend', 'writer');
    await me.follow(friend);
    const kept = await friend.post('nothing special');
    const muted = await friend.post('A ＳＰＯＩＬＥＲ for all');
    const foreign = await writer.post('the spoilers of somebody');
    const repost = await friend.call(reposts.repost, { params: { postId: foreign._id } });
    const own = await me.post('my own spoiler');
    expect(await feedOf(me)).toEqual(
      expect.arrayContaining([kept._id, muted._id, repost.data.repost._id, own._id]),
    );
    await muteWords(me, { text: 'spoiler' });
    const after = await feedOf(me);
    expect(after).toEqual(expect.arrayContaining([kept._id, own._id]));
    expect(after).not.toContain(muted._id);
    expect(after).not.toContain(repost.data.repost._id);
    await muteWords(me, { text: 'spoiler', wholeWord: true });
    const whole = await feedOf(me);
    expect(whole).not.toContain(muted._id);
    expect(whole).toContain(repost.data.repost._id);
    await muteWords(me);
    expect(await feedOf(me)).toContain(muted._id);
  });

  test('pages are full, by cursor and by number', async () => {
    const { me, friend } = await castFor('me', 'friend');
    await me.follow(friend);
    const kept: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      kept.unshift((await friend.post(`kept ${n}`))._id);
      for (let m = 0; m < 3; m += 1) await friend.post(`muted spoiler ${n} ${m}`);
    }
    await muteWords(me, { text: 'spoiler' });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { tab: 'following' as const, limit: 2, ...(cursor && { cursor }) };
      const { data } = await me.call(feed.getFeed, { query });
      seen.push(...idsOf(data.posts));
      cursor = data.pagination.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(kept);
    expect(await feedOf(me, { limit: 2, page: 2 })).toEqual(kept.slice(2, 4));
  });

  test('the count of new posts leaves them out', async () => {
    const { me, friend } = await castFor('me', 'friend');
    await me.follow(friend);
    await muteWords(me, { text: 'spoiler' });
    const { since } = (await me.call(feed.getFeed, { query: { tab: 'following' } })).data;
    await friend.post('a spoiler');
    const news = async () =>
      (await me.call(feed.countNewPosts, { query: { since, tab: 'following' } })).data.count;
    expect(await news()).toBe(0);
    await friend.post('no secret');
    expect(await news()).toBe(1);
  });

  test('words for other places, and words that are over, hide nothing', async () => {
    const { me, friend } = await castFor('me', 'friend');
    await me.follow(friend);
    const post = await friend.post('a spoiler and a riddle');
    const until = new Date(Date.now() + 60_000).toISOString();
    await muteWords(
      me,
      { text: 'spoiler', where: ['search', 'notifications'] },
      { text: 'riddle', until },
    );
    expect(await feedOf(me)).not.toContain(post._id);
    // The time of the word passes.
    const words = [
      { text: 'spoiler', wholeWord: false, until: null, where: ['search', 'notifications'] },
      { text: 'riddle', wholeWord: false, until: '2020-01-01T00:00:00.000Z', where: ['feed'] },
    ];
    await app.ctx.db
      .updateTable('users')
      .set({ muted_words: JSON.stringify(words) })
      .where('id', '=', me.id)
      .execute();
    const { data } = await me.call(feed.getFeed, { query: { tab: 'foryou', limit: 50 } });
    expect(idsOf(data.posts)).toContain(post._id);
    expect((await me.call(relations.listMutedWords, {})).data.words).toEqual([words[0]]);
  });
});

describe('search', () => {
  test('posts and hashtags leave out matching posts, on full pages', async () => {
    const { me, friend } = await castFor('me', 'friend');
    const tag = `heron${count}`;
    const kept: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      kept.unshift((await friend.post(`#${tag} kept`))._id);
      for (let m = 0; m < 3; m += 1) await friend.post(`#${tag} a spoiler`);
    }
    const own = await me.post(`#${tag} my own spoiler`);
    await muteWords(me, { text: 'Spoiler', where: ['search'] });
    const all = [own._id, ...kept];
    for (const query of [tag, `#${tag}`]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { data } = await me.call(searchPosts, {
          query: { query, limit: 2, ...(cursor && { cursor }) },
        });
        seen.push(...idsOf(data.posts));
        cursor = data.pagination.nextCursor ?? undefined;
      } while (cursor);
      expect(seen).toEqual(all);
      const second = await me.call(searchPosts, { query: { query, limit: 2, page: 2 } });
      expect(idsOf(second.data.posts)).toEqual(all.slice(2, 4));
    }
    const listed = await me.call(listHashtag, { params: { tag }, query: { limit: 4 } });
    expect(idsOf(listed.data.posts)).toEqual(all.slice(0, 4));
    const empty = await me.call(searchPosts, { query: { query: `${tag} "a spoiler"` } });
    expect(empty.data).toMatchObject({ posts: [], totalPosts: 0 });
  });
});

describe('threads and notifications', () => {
  test('matching rows carry the word, and stay', async () => {
    const { me, friend } = await castFor('me', 'friend');
    const post = await me.post('a thread with a spoiler');
    const plain = await friend.comment(post._id, 'plain');
    const matching = await friend.comment(post._id, 'this is a SPOILER');
    const own = await me.comment(matching._id, 'my own spoiler');
    await muteWords(me, { text: 'Spoiler' });
    const params = { postId: post._id };
    const { comments } = (await me.call(posts.listComments, { params, query: {} })).data;
    expect(comments.map((row) => [row._id, 'mutedBy' in row && row.mutedBy])).toEqual([
      [plain._id, null],
      [matching._id, 'Spoiler'],
      [own._id, null],
    ]);
    const ancestors = await me.call(posts.listAncestors, { params: { postId: own._id } });
    expect(
      ancestors.data.ancestors.map((row) => [row._id, 'mutedBy' in row && row.mutedBy]),
    ).toEqual([
      [post._id, null],
      [matching._id, 'Spoiler'],
    ]);
    // Another person's mutes change nothing.
    const others = (await friend.call(posts.listComments, { params, query: {} })).data.comments;
    expect(others.map((row) => 'mutedBy' in row && row.mutedBy)).toEqual([null, null, null]);
  });

  test('notifications of comments and mentions carry it, and likes of own posts do not', async () => {
    const { me, friend } = await castFor('me', 'friend');
    const post = await me.post('my own spoiler');
    await muteWords(me, { text: 'spoiler', where: ['notifications'] });
    const tab = await openTab(me);
    await friend.call(reposts.repost, { params: { postId: post._id } });
    await friend.comment(post._id, 'an answer');
    await friend.post(`@${me.username} a spoiler`);
    await expect
      .poll(() => tab.all<{ mutedBy: unknown }>('newNotification').map(({ mutedBy }) => mutedBy))
      .toEqual([null, null, 'spoiler']);
    const list = await me.call(notifications.listNotifications, { query: {} });
    expect(list.data.notifications.map(({ type, mutedBy }) => [type, mutedBy])).toEqual([
      ['mention', 'spoiler'],
      ['comment', null],
      ['repost', null],
    ]);
    const grouped = await me.call(notifications.listNotifications, { query: { grouped: '1' } });
    expect(grouped.data.groups?.map(({ type, mutedBy }) => [type, mutedBy])).toEqual([
      ['mention', 'spoiler'],
      ['comment', null],
      ['repost', null],
    ]);
    await muteWords(me, { text: 'spoiler', where: ['feed', 'search'] });
    const again = await me.call(notifications.listNotifications, { query: {} });
    expect(again.data.notifications.map(({ mutedBy }) => mutedBy)).toEqual([null, null, null]);
  });
});

describe('the list of words', () => {
  test('a new list replaces the old one, with defaults and exact times', async () => {
    const { me, other } = await castFor('me', 'other');
    expect((await me.call(relations.listMutedWords, {})).data.words).toEqual([]);
    const until = new Date(Date.now() + 3_600_000);
    const stored = await muteWords(
      me,
      { text: '  Trimmed ' },
      { text: 'timed', wholeWord: true, until: until.toISOString(), where: ['search'] },
      { text: 'over', until: '2020-01-01T00:00:00+02:00' },
    );
    expect(stored).toEqual([
      {
        text: 'Trimmed',
        wholeWord: false,
        until: null,
        where: ['feed', 'notifications', 'search'],
      },
      { text: 'timed', wholeWord: true, until: until.toISOString(), where: ['search'] },
    ]);
    expect((await me.call(relations.listMutedWords, {})).data.words).toEqual(stored);
    expect((await other.call(relations.listMutedWords, {})).data.words).toEqual([]);
    expect(await muteWords(me)).toEqual([]);
  });

  test('its limits are those of the contract', async () => {
    const { me } = await castFor('me');
    const many = Array.from({ length: 200 }, (_, n) => ({ text: `${'w'.repeat(96)}${n + 1_000}` }));
    expect(await muteWords(me, ...many)).toHaveLength(200);
    for (const words of [
      [...many, { text: 'one more' }],
      [{ text: 'w'.repeat(101) }],
      [{ text: ' \u200b ' }],
      [{ text: 'nul\0' }],
      [{ text: 'where', where: [] }],
      [{ text: 'where', where: ['profile'] }],
      [{ text: 'until', until: 'tomorrow' }],
      [{ wholeWord: true }],
    ])
      expect((await refusalOf(muteWords(me, ...(words as Typed[])))).status).toBe(400);
    expect((await me.call(relations.listMutedWords, {})).data.words).toHaveLength(200);
  });
});
