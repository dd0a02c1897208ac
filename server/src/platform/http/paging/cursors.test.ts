import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { endpoints } from '@roost/contract/endpoints';
import { addMember, createList } from '@roost/contract/lists';
import { createAppeal } from '@roost/contract/moderation';
import * as reactions from '@roost/contract/reactions';
import { makeInvite } from '@roost/contract/admin';
import { muteUser } from '@roost/contract/relations';
import { repost } from '@roost/contract/reposts';
import { updatePrivacy } from '@roost/contract/users';
import { startAppForFile } from '../../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../../test/support/cast.ts';
import { open, send } from '../../../../test/support/chat.ts';
import { caseOf, decide, report } from '../../../../test/support/moderation.ts';
import { fileOf, noise, postWith } from '../../../../test/support/media.ts';
import { promote } from '../../../../test/support/staff.ts';
import { keysOf, nameOf } from '../../../../test/support/requests.ts';
import { sendPasswordResetJob } from '../../../auth/reset/reset.jobs.ts';
import { addJob } from '../../jobs/add-job.ts';
import { ringOf } from '../../../../test/support/keys.ts';
import { Cursors } from './cursors.ts';

const app = await startAppForFile();

/** For each list with cursors: a URL with more than one page for `reader`, and another list of the same endpoint. */
const rows: Record<string, (scene: Scene) => [list: string, otherList: string]> = {
  'GET /api/posts/feed': () => ['/api/posts/feed?limit=2', '/api/posts/feed?tab=following'],
  'GET /api/posts/user-likes': () => ['/api/posts/user-likes?limit=2', '/api/users/bookmarks?'],
  'GET /api/users/bookmarks': () => ['/api/users/bookmarks?limit=2', '/api/posts/user-likes?'],
  'GET /api/posts/user/:userId': ({ reader, writer }) => [
    `/api/posts/user/${writer.id}?limit=2`,
    `/api/posts/user/${reader.id}?`,
  ],
  'GET /api/posts/user/:userId/comments': ({ reader, writer }) => [
    `/api/posts/user/${writer.id}/comments?limit=2`,
    `/api/posts/user/${reader.id}/comments?`,
  ],
  'GET /api/posts/user/:userId/media': ({ reader, writer }) => [
    `/api/posts/user/${writer.id}/media?limit=2`,
    `/api/posts/user/${reader.id}/media?`,
  ],
  'GET /api/posts/:postId/comments': ({ answered, other }) => [
    `/api/posts/${answered}/comments?limit=2`,
    `/api/posts/${other}/comments?`,
  ],
  'GET /api/posts/:postId/likes': ({ answered, other }) => [
    `/api/posts/${answered}/likes?limit=2`,
    `/api/posts/${other}/likes?`,
  ],
  'GET /api/posts/:postId/reposts': ({ answered, other }) => [
    `/api/posts/${answered}/reposts?limit=2`,
    `/api/posts/${other}/reposts?`,
  ],
  'GET /api/posts/search': () => [
    '/api/posts/search?limit=2&query=sealed',
    '/api/posts/search?query=other',
  ],
  'GET /api/posts/hashtag/:tag': () => [
    '/api/posts/hashtag/sealed?limit=2',
    '/api/posts/hashtag/other?',
  ],
  'GET /api/users/search': () => [
    '/api/users/search?limit=2&query=crowd',
    '/api/users/search?query=other',
  ],
  'GET /api/follow/:userId/followers': ({ reader, writer }) => [
    `/api/follow/${writer.id}/followers?limit=2`,
    `/api/follow/${reader.id}/followers?`,
  ],
  'GET /api/follow/:userId/following': ({ reader, writer }) => [
    `/api/follow/${reader.id}/following?limit=2`,
    `/api/follow/${writer.id}/following?`,
  ],
  'GET /api/follow/requests': () => ['/api/follow/requests?limit=2', '/api/users/mutes?'],
  'GET /api/users/mutes': () => ['/api/users/mutes?limit=2', '/api/follow/requests?'],
  'GET /api/users/lists/:listId/members': ({ listIds }) => [
    `/api/users/lists/${listIds[0]}/members?limit=2`,
    `/api/users/lists/${listIds[1]}/members?`,
  ],
  'GET /api/admin/people': () => ['/api/admin/people?limit=2', '/api/admin/invites?'],
  'GET /api/admin/invites': () => ['/api/admin/invites?limit=2', '/api/admin/people?'],
  'GET /api/admin/jobs': () => ['/api/admin/jobs?limit=2', '/api/admin/invites?'],
  'GET /api/notifications': () => ['/api/notifications?limit=2', '/api/notifications?type=mention'],
  'GET /api/reports/mine': () => ['/api/reports/mine?limit=2', '/api/notifications?'],
  'GET /api/moderation/reports': () => [
    '/api/moderation/reports?limit=2',
    '/api/moderation/reports?status=closed',
  ],
  'GET /api/moderation/appeals': () => [
    '/api/moderation/appeals?limit=2',
    '/api/moderation/appeals?status=decided',
  ],
  'GET /api/moderation/audit': ({ reader }) => [
    '/api/moderation/audit?limit=2',
    `/api/moderation/audit?actor=${reader.id}`,
  ],
  'GET /api/chat/conversations': () => ['/api/chat/conversations?', '/api/notifications?'],
  'GET /api/chat/conversations/:conversationId/messages': ({ conversations }) => [
    `/api/chat/conversations/${conversations[0]}/messages?limit=2`,
    `/api/chat/conversations/${conversations[1]}/messages?`,
  ],
};

interface Scene {
  reader: Member;
  writer: Member;
  somebody: Member;
  answered: string;
  other: string;
  conversations: string[];
  listIds: string[];
}
let scene: Scene;

beforeAll(async () => {
  const [reader, writer, somebody, ...crowd] = (await crowdOf(app, 104)) as [
    Member,
    Member,
    Member,
    ...Member[],
  ];
  const made: string[] = [];
  for (let n = 0; n < 5; n += 1) made.push((await writer.post(`sealed ${n} #sealed`))._id);
  const [answered, other] = made as [string, string];
  // The tab Media needs pictures.
  const picture = await fileOf('a.png', noise(20, 20).png());
  for (let n = 0; n < 3; n += 1)
    await postWith(writer, { content: `with a picture ${n}` }, [picture]);
  const own = await reader.post('an own one');
  for (let n = 0; n < 5; n += 1) await writer.comment(answered, `comment ${n}`);
  for (const postId of made) {
    await reader.call(reactions.toggleLike, { params: { postId } });
    await reader.call(reactions.toggleBookmark, { params: { postId } });
  }
  for (const each of crowd.slice(0, 5)) {
    await reader.follow(each);
    await each.follow(writer);
    for (const postId of [own._id, answered])
      await each.call(reactions.toggleLike, { params: { postId } });
    await each.call(repost, { params: { postId: answered } });
  }
  await reader.call(updatePrivacy, { body: { followApproval: true } });
  for (const each of crowd.slice(5, 10)) {
    await each.follow(reader);
    await reader.call(muteUser, { params: { userId: each.id }, body: {} });
  }
  const conversations: string[] = [];
  for (const each of crowd) {
    const { _id } = await open(reader, each);
    await send(reader, _id, 'hello');
    conversations.push(_id);
  }
  for (let n = 0; n < 5; n += 1) await send(reader, conversations[0]!, `message ${n}`);
  for (const member of [reader, somebody]) await promote(app, member, 'admin');
  for (let n = 0; n < 5; n += 1) {
    await reader.call(makeInvite, { body: {} });
    await addJob(app.ctx, sendPasswordResetJob, { email: `job${n}@example.org` });
  }
  for (const { id, call } of crowd.slice(5, 9)) {
    await report(reader, 'user', id);
    const { _id: decisionId } = await decide(reader, (await caseOf(reader, id))._id, {
      action: 'warn',
    });
    await call(createAppeal, { body: { decisionId, text: 'Why?' } });
  }
  const listIds: string[] = [];
  for (const name of ['Crowd', 'Other']) {
    const { _id: listId } = (await reader.call(createList, { body: { name } })).data;
    listIds.push(listId);
    for (const { id: userId } of crowd.slice(0, 4))
      await reader.call(addMember, { params: { listId, userId } });
  }
  scene = { reader, writer, somebody, answered, other, conversations, listIds };
});

const withCursor = endpoints.filter(({ query }) => keysOf(query).includes('cursor'));

test('every list with cursors has a row here', () => {
  expect(withCursor.map(nameOf).toSorted()).toEqual(Object.keys(rows).toSorted());
});

async function fetchAs(member: Member, address: string, cursor: string) {
  return member.client.fetch(`${address}&cursor=${encodeURIComponent(cursor)}`);
}

interface Answer {
  pagination?: { nextCursor: string | null };
  data: { pagination: { nextCursor: string | null } };
}

async function cursorOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  const { data, pagination = data.pagination } = (await response.json()) as Answer;
  expect(pagination.nextCursor).not.toBeNull();
  return pagination.nextCursor ?? '';
}

describe.each(withCursor.map((endpoint: AnyEndpoint) => nameOf(endpoint)))('%s', (name) => {
  test('its cursors open for one viewer and one list only', async () => {
    const [list, otherList] = rows[name]!(scene);
    const first = await cursorOf(await scene.reader.client.fetch(list));
    const again = await cursorOf(await scene.reader.client.fetch(list));
    // Nobody can read it, and two cursors for the same position differ.
    const text = Buffer.from(first, 'base64url').toString('latin1');
    expect(text).not.toMatch(/after|passed|[0-9a-f]{8}-[0-9a-f]{4}/);
    expect(again).not.toBe(first);
    expect(again).toHaveLength(first.length);
    // It works for its viewer.
    expect((await fetchAs(scene.reader, list, first)).status).toBe(200);
    const middle = Math.floor(first.length / 2);
    const altered = [
      first.slice(0, middle) + (first[middle] === 'A' ? 'B' : 'A') + first.slice(middle + 1),
      first.slice(0, -1),
      `${first}A`,
      `${first.slice(0, -1)}${first.endsWith('A') ? 'B' : 'A'}`,
      Buffer.from(JSON.stringify({ after: null, passed: 0 })).toString('base64url'),
    ];
    const refused = [
      await fetchAs(scene.somebody, list, first),
      await fetchAs(scene.reader, otherList, first),
      ...(await Promise.all(altered.map((cursor) => fetchAs(scene.reader, list, cursor)))),
    ];
    for (const response of refused) {
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'bad_input' });
    }
    // The text 'null' means no cursor.
    expect((await fetchAs(scene.reader, list, 'null')).status).toBe(200);
  });
});

test('all cursors have the same length', () => {
  const cursors = new Cursors(ringOf('secret'));
  const id = scene.answered;
  const positions = [
    { after: 1, passed: 0 },
    { after: { id }, passed: 9_999_999 },
    { after: { top: id, bottom: id, more: true, since: 1e15, at: 1e16, id }, passed: 100_000 },
  ];
  const lengths = positions.map((position) => cursors.seal(position, id, ['list']).length);
  expect(new Set(lengths).size).toBe(1);
});

test('a cursor opens on every node with the secret, and not with another secret', () => {
  const sealed = new Cursors(ringOf('secret')).seal({ after: 1 }, 'viewer', ['list', 'of']);
  expect(new Cursors(ringOf('secret')).open(sealed, 'viewer', ['list', 'of'])).toEqual({
    after: 1,
  });
  expect(() => new Cursors(ringOf('other')).open(sealed, 'viewer', ['list', 'of'])).toThrow();
  expect(() => new Cursors(ringOf('secret')).open(sealed, 'viewer', ['list'])).toThrow();
});
