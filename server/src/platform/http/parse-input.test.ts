// Long because it has the good and the odd values of all endpoints.
import { describe, expect, test } from 'vitest';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { endpoints } from '@roost/contract/endpoints';
import { createList } from '@roost/contract/lists';
import * as posts from '@roost/contract/posts';
import { follow, toggleBlock } from '@roost/contract/relations';
import { privacySettings } from '@roost/contract/users';
import { startAppForFile } from '../../../test/support/app.ts';
import { join } from '../../../test/support/cast.ts';
import { open } from '../../../test/support/chat.ts';
import { expectFailure } from '../../../test/support/failure.ts';
import { joinStaff } from '../../../test/support/staff.ts';
import { bodyOf, keysOf, named, NOBODY, pathWith } from '../../../test/support/requests.ts';
import { refusalOf, type TestClient } from '../../../test/support/test-client.ts';

const app = await startAppForFile();
const alice = await join(app, 'alice');
const boss = await joinStaff(app, 'boss', 'admin');
const conversationId = (await open(alice, await join(app, 'bob')))._id;
const postId = (await alice.post('Something'))._id;
const listId = (await alice.call(createList, { body: { name: 'Birds' } })).data._id;

const withParams = endpoints.filter(({ params }) => params);
const withIds = withParams.filter(({ path }) => /:\w+Id/.test(path));
const withFields = endpoints.filter(({ body }) => body);
const withPaging = endpoints.filter(({ query }) => keysOf(query).includes('page'));

/** The browser of somebody who may call an endpoint. */
function clientFor({ auth, staff }: AnyEndpoint): TestClient {
  if (auth === 'public') return app.client();
  return staff ? boss.client : alice.client;
}

const oddIds = [
  '2147483648',
  '9223372036854775808',
  '-1',
  '1e3',
  '0',
  'null',
  'undefined',
  'true',
  '..%2f',
  "'",
  '%27%20or%201=1--',
  'x'.repeat(299),
  'x'.repeat(10_000),
  '%00',
  'a%00b',
  '%ff',
  '%E0%A4%A',
  '%',
  '💥',
  '[object Object]',
  '{}',
  NOBODY.slice(1),
  `${NOBODY}x`,
  `%7B${NOBODY}%7D`,
  NOBODY.replaceAll('-', ''),
  '00000000-0000-0000-0000-000000000000',
  '__proto__',
  'constructor',
];

describe('a malformed param is not found', () => {
  test.each(named(withParams))('%s', async (_, endpoint) => {
    for (const id of oddIds) {
      const fields = {
        content: 'x',
        password: 'a new passphrase',
        confirmpassword: 'a new passphrase',
      };
      const path = pathWith(endpoint, id);
      // Node refuses a longer address before any route. Two such ids make one.
      if (path.length > 16_000) continue;
      const response = await alice.client.fetch(path, {
        method: endpoint.method,
        ...bodyOf(endpoint, fields),
      });
      // Any word may be a hashtag. An unused hashtag has an empty list.
      const fine = endpoint.path.endsWith('/:tag') ? [200, 400, 404] : [400, 404];
      expect(fine, `${id.slice(0, 40)}: ${response.status}`).toContain(response.status);
      if (!response.ok) await expectFailure(response);
    }
  });

  test.each(named(withIds))('%s answers an unknown id with 404', async (_, endpoint) => {
    const response = await alice.client.fetch(pathWith(endpoint, NOBODY), {
      method: endpoint.method,
      ...bodyOf(endpoint, {
        content: 'x',
        alt: 'x',
        text: 'x',
        role: 'member',
        name: 'x',
        hashtag: 'x',
      }),
    });
    await expectFailure(response, 'not_found');
  });

  test('an id is case-insensitive', async () => {
    const post = await alice.post('in any case');
    const { data } = await alice.call(posts.getPost, {
      params: { postId: post._id.toUpperCase() },
    });
    expect(data._id).toBe(post._id);
    for (const endpoint of [follow, toggleBlock]) {
      const refusal = await refusalOf(
        alice.call(endpoint, { params: { userId: alice.id.toUpperCase() } }),
      );
      expect(refusal.body.code).toBe('self_action');
    }
  });
});

/** Values that no stored text may contain, and valid ones that look similar. */
const oddValues: unknown[] = [
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  null,
  0,
  -1,
  true,
  [],
  {},
  ['a', 'b'],
  { $ne: null },
  // Its length cannot be compared.
  { length: { toString: 0, valueOf: 0 } },
  1e308,
  '',
];

/** Odd values that some fields take. */
const alsoGood: Record<string, unknown[]> = {
  accent: [0, null],
  hidden: [['a', 'b']],
  languages: [['a', 'b']],
  name: [null],
  description: [null],
  registration: [null],
  parentPost: [null],
  mediaIds: [[]],
};

describe('odd values in each field', () => {
  test.each(named(withFields))('%s', async (_, endpoint) => {
    const good: Record<string, unknown> = {
      username: 'someone_new',
      email: 'someone@example.org',
      fullName: 'Someone',
      password: 'a new passphrase',
      confirmpassword: 'a new passphrase',
      oldpassword: 'not the right one',
      restoreToken: 'unknown',
      newpassword: 'a new passphrase',
      content: 'hello',
      visibility: 'public',
      parentPost: NOBODY,
      alt: 'what it shows',
      mediaIds: NOBODY,
      media: [NOBODY],
      clientId: 'c1',
      upTo: 1,
      notificationPreferences: { all: { from: 'anyone' } },
      bio: 'what there is to say',
      messagePreference: 'everyone',
      planId: 'MONTHLY',
      // The endpoint must refuse an empty list in either field, so the other one is empty too.
      ids: [],
      groups: [],
      newestId: NOBODY,
      ...Object.fromEntries(Object.keys(privacySettings.shape).map((name) => [name, true])),
      minutes: 5,
      reposts: true,
      words: [],
      text: 'a note',
      hashtag: 'birds',
      query: undefined,
      links: '[]',
      language: 'en',
      code: '123456',
      challenge: 'x',
      passkey: {},
      id: 'x',
      rawId: 'x',
      type: 'public-key',
      response: {},
      name: 'a name',
      invite: 'x',
      rulesVersion: 1,
      description: 'a site',
      rules: [],
      registration: 'open',
      accent: 285,
      logo: null,
      languages: ['en'],
      contact: '',
      announcement: '',
      mailDomains: [],
      addresses: [],
      hidden: [],
      role: 'member',
      uses: 1,
      expiresAt: '2100-01-01T00:00:00.000Z',
      subject: { type: 'post', _id: NOBODY },
      reason: 'spam',
      comment: 'look',
      ruleId: NOBODY,
      action: 'suspend',
      until: new Date(Date.now() + 3_600_000).toISOString(),
      note: 'for the staff',
      message: 'for the author',
      caseIds: [NOBODY],
      uphold: false,
      decisionId: NOBODY,
      appealToken: 'a token',
      conversationId: null,
      updatedAt: '2026-03-04T10:00:00.000Z',
      following: { postId: NOBODY, at: '2020-01-01T00:00:00.000Z' },
      notifications: { _id: NOBODY, at: '2020-01-01T00:00:00.000Z' },
      endpoint: 'https://127.0.0.1/send',
      expirationTime: null,
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
      kinds: ['calls'],
      preview: false,
      vapidKey: `B${'A'.repeat(86)}`,
    };
    const keys = keysOf(endpoint.body);
    expect(keys.filter((key) => !(key in good))).toEqual([]);
    for (const key of keys) {
      for (const value of oddValues) {
        const fields = {
          ...Object.fromEntries(keys.map((name) => [name, good[name]])),
          [key]: value,
        };
        const init = { method: endpoint.method, ...bodyOf(endpoint, fields) };
        const response = await clientFor(endpoint).fetch(pathWith(endpoint, NOBODY), init);
        expect(response.status, `${key} = ${JSON.stringify(value)}`).toBeLessThan(500);
        const isGood = [good[key], ...(alsoGood[key] ?? [])].some(
          (each) => JSON.stringify(value) === JSON.stringify(each),
        );
        if (typeof value !== 'string' && !isGood && endpoint.encoding !== 'multipart')
          expect([400, 404]).toContain(response.status);
        if (!response.ok) await expectFailure(response);
      }
    }
  });

  test('a NUL is refused in every stored text and in a requested name', async () => {
    const calls: [string, RequestInit][] = [
      [
        '/api/posts/createpost',
        { method: 'POST', ...bodyOf(posts.createPost, { content: 'a\0b' }) },
      ],
      [
        '/api/auth/register',
        json({
          username: 'nul_name',
          email: 'nul@example.org',
          fullName: 'a\0b',
          password: 'a new passphrase',
        }),
      ],
      ['/api/auth/login', json({ email: 'a\0b', password: 'a new passphrase' })],
      ['/api/users/getuser/a%00b', {}],
    ];
    for (const [path, init] of calls) {
      const response = await alice.client.fetch(path, init);
      expect([400, 404], path).toContain(response.status);
      await expectFailure(response);
    }
  });
});

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});

/** An id of the kind that this endpoint needs: a post, a conversation or a person. */
function somethingOf({ path }: AnyEndpoint): string {
  if (path.includes(':conversationId')) return conversationId;
  if (path.includes(':listId')) return listId;
  return path.includes(':postId') ? postId : alice.id;
}

/** A list with its pagination. The pagination is beside the data if the data is the list. */
interface Paged {
  data: { pagination: { currentPage: number } };
  pagination?: { currentPage: number };
}

describe('paging', () => {
  /** The path of an existing list. */
  const listOf = (endpoint: AnyEndpoint) => pathWith(endpoint, somethingOf(endpoint));
  const nonsense = [
    '1e9',
    '-1',
    '0',
    'NaN',
    '1e309',
    '',
    '%20',
    'null',
    'undefined',
    '1.5',
    '1000000000000000',
    '0x10',
    'a%00b',
    '٣',
  ];
  test.each(named(withPaging))(
    '%s reads nonsense as its default, and holds numbers to their bounds',
    async (_, endpoint) => {
      for (const value of nonsense) {
        for (const query of [
          `page=${value}`,
          `limit=${value}`,
          `page=${value}&page=2&limit=${value}&limit=3`,
          `page[]=${value}&limit[x]=1`,
        ]) {
          const response = await clientFor(endpoint).fetch(`${listOf(endpoint)}?${query}`);
          expect(response.status, query).toBe(200);
          const { data, pagination = data.pagination } = (await response.json()) as Paged;
          expect(pagination.currentPage).toBeGreaterThanOrEqual(1);
          expect(pagination.currentPage).toBeLessThanOrEqual(1_000);
        }
      }
    },
  );

  test('a limit is capped at 50', async () => {
    for (let n = 0; n < 55; n += 1) await alice.post(`number ${n}`);
    const { data } = await alice.call(posts.listUserPosts, {
      params: { userId: alice.id },
      query: { limit: 1_000_000 },
    });
    expect(data.posts).toHaveLength(50);
  });

  test.each(named(withPaging))('%s refuses a forged cursor', async (_, endpoint) => {
    const forged = [
      'x',
      '💥',
      'e30',
      'bnVsbA',
      'a'.repeat(501),
      'a%00b',
      '%ff',
      ...[
        { id: 1 },
        { id: "'; drop table posts; --" },
        [],
        'x',
        { id: NOBODY, at: "2026-01-01 00:00:00'" },
        { at: '9'.repeat(40), id: NOBODY },
      ].map((value) => Buffer.from(JSON.stringify(value)).toString('base64url')),
    ];
    for (const cursor of forged) {
      const response = await clientFor(endpoint).fetch(`${listOf(endpoint)}?cursor=${cursor}`);
      expect([200, 400], `${cursor}: ${response.status}`).toContain(response.status);
      if (!response.ok) await expectFailure(response, 'bad_input');
    }
    const first = await clientFor(endpoint).fetch(`${listOf(endpoint)}?cursor=x`);
    expect(first.status).toBe(400);
  });
});
