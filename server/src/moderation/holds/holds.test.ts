// Long because its tests share one app and its moderators.
import { describe, expect, test } from 'vitest';
import * as chat from '@roost/contract/chat';
import { getFeed } from '@roost/contract/feed';
import * as moderation from '@roost/contract/moderation';
import * as notifications from '@roost/contract/notifications';
import * as posts from '@roost/contract/posts';
import { searchPosts } from '@roost/contract/search';
import { startAppForFile, startAppForTest, type TestApp } from '../../../test/support/app.ts';
import { crowdOf, join, type Member } from '../../../test/support/cast.ts';
import { countStatements } from '../../../test/support/statements.ts';
import { caseOf, decide, report, show } from '../../../test/support/moderation.ts';
import { joinStaff } from '../../../test/support/staff.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { deleteOldSightings } from '../../users/repeated-texts/repeated-text.queries.ts';
import { deleteEndedHolds } from './hold.queries.ts';

const app = await startAppForFile({ RATE_LIMITS: 'on' });
const moe = await joinStaff(app, 'moe');
const [reader, friend] = (await crowdOf(app, 2, 'reader')) as [Member, Member];

let count = 0;
const newcomer = async (on: TestApp = app) => join(on, `newcomer${(count += 1)}`);
async function established(): Promise<Member> {
  const member = await newcomer();
  await app.ctx.db
    .updateTable('accounts')
    .set({ may_count_as_new: false })
    .where('user_id', '=', member.id)
    .execute();
  return member;
}

const words = 'abcdefghij'.split('').map((letter) => letter.repeat(5));
let texts = 0;
/** A long text that no other test writes. */
function freshText(): string {
  texts += 1;
  const digits = String(texts).split('').map(Number);
  return `Buy the wonderful watches of ${digits.map((digit) => words[digit]).join(' ')} today`;
}

async function casesAbout({ id }: Member): Promise<moderation.ModerationCase[]> {
  const { data } = await moe.call(moderation.listCases, { query: { limit: 50 } });
  return data.cases.filter(({ author }) => author?._id === id);
}
const isHeld = async (member: Member, on = app) => {
  const found = await on.ctx.db
    .selectFrom('limited_users')
    .select('user_id')
    .where('user_id', '=', member.id)
    .executeTakeFirst();
  return found !== undefined;
};
const write = async (member: Member, to: Member, content: string) => {
  const { data } = await member.call(chat.openConversation, { params: { userId: to.id } });
  return member.call(chat.sendMessage, { params: { conversationId: data._id }, body: { content } });
};

describe('one new account', () => {
  test('the third time, strangers find its posts no more, until a moderator looked', async () => {
    const author = await newcomer();
    await friend.follow(author);
    const text = freshText();
    const mentioning = `${text} @${reader.username}`;
    for (let n = 0; n < 2; n += 1) await author.post(mentioning);
    expect(await isHeld(author)).toBe(false);
    const third = await author.post(mentioning);
    expect(await isHeld(author)).toBe(true);
    const find = async (member: Member) =>
      (await member.call(searchPosts, { query: { query: text } })).data.posts.length;
    expect([await find(reader), await find(friend), await find(author)]).toEqual([0, 3, 3]);
    const { data: told } = await reader.call(notifications.listNotifications, { query: {} });
    expect(told.notifications.map(({ post }) => post?._id)).not.toContain(third._id);
    expect(told.notifications).toHaveLength(2);
    // A reader with the address still sees it, and the author sees no difference.
    const params = { postId: third._id };
    expect((await reader.call(posts.getPost, { params })).data.content).toBe(mentioning);
    const feed = await author.call(getFeed, { query: {} });
    expect(feed.data.posts.map(({ _id }) => _id)).toContain(third._id);
    const [found] = await casesAbout(author);
    expect(found).toMatchObject({ subject: { type: 'post', _id: third._id }, status: 'open' });
    const shown = await show(moe, found!._id);
    expect(shown.reports).toMatchObject([{ reporter: null, isBySystem: true, reason: 'spam' }]);
    expect(shown.asReported).toMatchObject({ content: mentioning });
    await decide(moe, found!._id, { action: 'dismiss' });
    expect(await isHeld(author)).toBe(false);
    expect(await find(reader)).toBe(3);
    // The staff has seen this text.
    await author.post(mentioning);
    expect(await isHeld(author)).toBe(false);
  });

  test('short texts, quotes and different texts are never held back', async () => {
    const author = await newcomer();
    for (let n = 0; n < 5; n += 1) {
      await author.post('Good morning 👍');
      await author.post('“The only thing we have to fear is fear itself”');
      await author.post(freshText());
    }
    expect(await isHeld(author)).toBe(false);
  });

  test('many answers in one thread are one place, and agreement is no repetition', async () => {
    const author = await newcomer();
    const text = freshText();
    const { _id } = await reader.post('A thread');
    for (let n = 0; n < 5; n += 1) await author.comment(_id, text);
    for (let n = 0; n < 5; n += 1) {
      const chant = freshText();
      const asked = await reader.post(chant);
      await author.comment(asked._id, chant);
    }
    expect(await isHeld(author)).toBe(false);
  });

  test('comments in three threads and edits count too', async () => {
    const author = await newcomer();
    const text = freshText();
    const threads = [await reader.post('One'), await reader.post('Two')];
    for (const { _id } of threads) await author.comment(_id, text);
    const { _id } = await author.post('innocent');
    expect(await isHeld(author)).toBe(false);
    await author.call(posts.editPost, { params: { postId: _id }, body: { content: text } });
    expect(await isHeld(author)).toBe(true);
  });

  test('posts for followers are not compared', async () => {
    const author = await newcomer();
    const text = freshText();
    for (let n = 0; n < 4; n += 1) await author.post(text, 'followers');
    expect(await isHeld(author)).toBe(false);
  });

  test('first messages count, and the case is about the person, without the messages', async () => {
    const author = await newcomer();
    const receivers = await crowdOf(app, 4, `receiver${count}n`);
    const text = freshText();
    for (const receiver of receivers.slice(0, 3)) await write(author, receiver, text);
    expect(await isHeld(author)).toBe(true);
    expect((await refusalOf(write(author, receivers[3]!, text))).status).toBe(403);
    const [found] = await casesAbout(author);
    expect(found!.subject).toEqual({ type: 'user', _id: author.id });
    const shown = await show(moe, found!._id);
    expect(JSON.stringify(shown)).not.toContain(text);
    expect(shown.signals.text).toMatchObject({ times: 3, accounts: 1 });
    await decide(moe, found!._id, { action: 'dismiss' });
    await write(author, receivers[3]!, text);
    expect(await isHeld(author)).toBe(false);
  });

  test('posts at the same time open one case', async () => {
    const author = await newcomer();
    const text = freshText();
    for (let n = 0; n < 2; n += 1) await author.post(text);
    await Promise.all(Array.from({ length: 4 }, async () => author.post(text)));
    expect(await isHeld(author)).toBe(true);
    expect(await casesAbout(author)).toHaveLength(1);
  });
});

describe('a wave of new accounts', () => {
  test('the third one holds all of them back, also the first', async () => {
    const authors = [await newcomer(), await newcomer(), await newcomer()];
    const text = freshText();
    for (const author of authors) await author.post(`${text} ${author.username.length}!`);
    for (const author of authors) {
      expect(await isHeld(author)).toBe(true);
      expect(await casesAbout(author)).toHaveLength(1);
    }
    const [found] = await casesAbout(authors[0]!);
    expect(found!.signals).toEqual(expect.arrayContaining(['held', 'newAccount', 'sameText']));
    expect((await show(moe, found!._id)).signals).toMatchObject({
      heldUntil: expect.any(String),
      isNew: true,
      isUnverified: false,
      links: 0,
      text: { times: 3, accounts: 3, newAccounts: 3 },
      network: null,
    });
    const caseIds = (await Promise.all(authors.map(casesAbout))).flat().map(({ _id }) => _id);
    await moe.call(moderation.decideCases, { body: { caseIds, action: 'suspend' } });
    for (const author of authors) expect(await isHeld(author)).toBe(false);
  });

  test('a case that the staff has closed holds nobody again', async () => {
    const text = freshText();
    const authors = [await newcomer(), await newcomer(), await newcomer()];
    for (const author of authors) await author.post(text);
    const [first] = authors as [Member];
    const [found] = await casesAbout(first);
    await decide(moe, found!._id, { action: 'warn' });
    const next = await newcomer();
    await next.post(text);
    expect([await isHeld(next), await isHeld(first)]).toEqual([true, false]);
  });

  test('a dismissed report by a member protects no text', async () => {
    const text = freshText();
    const { _id } = await (await newcomer()).post(text);
    await report(reader, 'post', _id, { reason: 'violence' });
    await decide(moe, (await caseOf(moe, _id))._id, { action: 'dismiss' });
    await (await newcomer()).post(text);
    const third = await newcomer();
    await third.post(text);
    expect(await isHeld(third)).toBe(true);
  });

  test('in one thread, they may agree with each other', async () => {
    const text = freshText();
    const { _id } = await reader.post('Who wants watches?');
    const authors = [await newcomer(), await newcomer(), await newcomer(), await newcomer()];
    for (const author of authors) await author.comment(_id, text);
    for (const author of authors) expect(await isHeld(author)).toBe(false);
  });

  test('established accounts that say the same are not held back', async () => {
    const text = freshText();
    const known = [await established(), await established(), await established()];
    const fresh = await newcomer();
    for (const author of [...known, fresh]) await author.post(text);
    for (const author of [...known, fresh]) expect(await isHeld(author)).toBe(false);
  });
});

describe('an established account', () => {
  test('it is held back only after many times', async () => {
    const author = await established();
    const text = freshText();
    for (let n = 0; n < 9; n += 1) await author.post(text);
    expect(await isHeld(author)).toBe(false);
    await author.post(text);
    expect(await isHeld(author)).toBe(true);
  });

  test('messages to followers, and answers, do not count', async () => {
    const author = await established();
    const fans = await crowdOf(app, 12, `fan${count}n`);
    const text = freshText();
    for (const fan of fans) {
      await fan.follow(author);
      await write(author, fan, text);
      await write(author, fan, text);
    }
    expect(await isHeld(author)).toBe(false);
  });

  test('the staff is never held back', async () => {
    const mod = await joinStaff(app, 'announcer');
    const text = freshText();
    for (let n = 0; n < 12; n += 1) await mod.post(text);
    expect(await isHeld(mod)).toBe(false);
  });
});

describe('a hold', () => {
  async function heldAuthor(): Promise<Member> {
    const author = await newcomer();
    const text = freshText();
    for (let n = 0; n < 3; n += 1) await author.post(text);
    expect(await isHeld(author)).toBe(true);
    return author;
  }

  test('further texts open no second case', async () => {
    const author = await heldAuthor();
    const text = freshText();
    for (let n = 0; n < 4; n += 1) await author.post(text);
    expect(await casesAbout(author)).toHaveLength(1);
  });

  test('a decision about another case does not end it, and a restore does', async () => {
    const author = await heldAuthor();
    await report(reader, 'user', author.id);
    const cases = await casesAbout(author);
    const other = cases.find(({ subject }) => subject.type === 'user')!;
    await decide(moe, other._id, { action: 'warn' });
    expect(await isHeld(author)).toBe(true);
    await moe.call(moderation.restoreUser, { params: { userId: author.id }, body: {} });
    expect(await isHeld(author)).toBe(false);
  });

  test('a member’s report joins the case', async () => {
    const author = await heldAuthor();
    const [found] = await casesAbout(author);
    await report(reader, 'post', found!.subject._id);
    const { reports, case: again } = await show(moe, found!._id);
    expect(again.reports).toBe(2);
    expect(reports.map(({ isBySystem }) => isBySystem)).toEqual([false, true]);
  });

  test('it ends by itself after some days, and the log has it', async () => {
    const author = await heldAuthor();
    const { data } = await moe.call(moderation.listAudit, { query: { subject: author.id } });
    const [found] = await casesAbout(author);
    const log = await moe.call(moderation.listAudit, { query: { subject: found!.subject._id } });
    expect([...data.entries, ...log.data.entries]).toContainEqual(
      expect.objectContaining({ action: 'user.held', by: 'system', actor: null }),
    );
    for (const table of ['moderation_holds', 'limited_users'] as const)
      await app.ctx.db
        .updateTable(table)
        .set({ until: new Date(0) })
        .execute();
    const { data: search } = await reader.call(searchPosts, {
      query: { query: `from:${author.username}` },
    });
    expect(search.posts).toHaveLength(3);
    await deleteEndedHolds(app.ctx);
    expect(await app.ctx.db.selectFrom('moderation_holds').selectAll().execute()).toEqual([]);
  });
});

test('many writers of one text keep a bounded number of rows, and old rows go', async () => {
  const author = await newcomer();
  const text = freshText();
  await author.post(text);
  const { db } = app.ctx;
  const [{ fingerprint }] = (await db
    .selectFrom('text_sightings')
    .select('fingerprint')
    .where('author_id', '=', author.id)
    .execute()) as [{ fingerprint: Buffer }];
  const row = { fingerprint, subject_type: 'post', is_new: false, at: new Date() } as const;
  const id = (n: number) => `01a00000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const rows = Array.from({ length: 499 }, (_, n) => ({
    ...row,
    author_id: id(n),
    place_id: id(n),
    subject_id: id(n),
  }));
  await db.insertInto('text_sightings').values(rows).execute();
  await (await newcomer()).post(text);
  const kept = db.selectFrom('text_sightings').where('fingerprint', '=', fingerprint);
  expect(await kept.selectAll().execute()).toHaveLength(500);
  // Old rows do not keep the text of somebody new from being noted.
  const spammer = await newcomer();
  for (let n = 0; n < 3; n += 1) await spammer.post(text);
  expect(await isHeld(spammer)).toBe(true);
  expect(await kept.selectAll().execute()).toHaveLength(500);
  await db
    .updateTable('text_sightings')
    .set({ at: new Date(Date.now() - 8 * 86_400_000) })
    .where('fingerprint', '=', fingerprint)
    .execute();
  await deleteOldSightings(app.ctx);
  expect(await kept.selectAll().execute()).toEqual([]);
});

test('a comparison takes one statement', async () => {
  const author = await established();
  const short = await countStatements(app, async () => author.post('short'));
  const long = await countStatements(app, async () => author.post(freshText()));
  expect(long).toBe(short + 1);
});

test('without limits, nothing is compared', async () => {
  const own = await startAppForTest({ RATE_LIMITS: 'off' });
  const author = await newcomer(own);
  const text = freshText();
  for (let n = 0; n < 12; n += 1) await author.post(text);
  expect(await isHeld(author, own)).toBe(false);
});
