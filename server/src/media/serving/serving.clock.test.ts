// Long because its tests share one app and its members.
import { createHash } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Media } from '@roost/contract/media';
import * as posts from '@roost/contract/posts';
import { getUser } from '@roost/contract/users';
import { unfollow } from '@roost/contract/relations';
import { startAppForFile, startAppForTest, withJobs } from '../../../test/support/app.ts';
import { castOf, join, type Member } from '../../../test/support/cast.ts';
import { expectFailure } from '../../../test/support/failure.ts';
import { sendRaw } from '../../../test/support/raw-http.ts';
import { fileOf, noise, pathOf, postWith, upload } from '../../../test/support/media.ts';

const app = await startAppForFile(withJobs);
const { alice, bob, carol } = await castOf(app);
await bob.follow(alice);
const picture = await fileOf('a.png', noise(700, 300).png());
afterEach(() => vi.useRealTimers());

const everyUrl = ({ url, poster, variants = [] }: Media) =>
  [url, poster, ...variants.map((variant) => variant.url)].flatMap((each) => each ?? []);

/** Reads the same post as another member. */
async function mediaFor(member: Member, postId: string): Promise<Media> {
  const { data } = await member.call(posts.getPost, { params: { postId } });
  return data.media[0] as Media;
}

/** Whether no block exists between these two people. */
async function areUnblocked(viewer: Member, other: Member): Promise<boolean> {
  const { data } = await viewer.call(getUser, { params: { username: other.username } });
  return !data.user.isBlockedByCurrentUser && !data.user.blockedByOtherUser;
}

/** All kinds of requests for a file. */
const ways: RequestInit[] = [
  {},
  { method: 'HEAD' },
  { headers: { Range: 'bytes=0-9' } },
  { method: 'HEAD', headers: { Range: 'bytes=0-' } },
  { headers: { 'If-None-Match': '*' } },
];

describe('public files', () => {
  let media: Media;
  beforeAll(async () => {
    media = (await postWith(alice, { content: 'look', alt: 'noise' }, [picture])).media[0] as Media;
  });

  test('anyone may cache a public file for less than an hour; it runs no scripts', async () => {
    for (const url of everyUrl(media)) {
      expect(url).not.toContain('?');
      const response = await app.client().fetch(pathOf(url));
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'public, max-age=3000, must-revalidate',
        'cross-origin-resource-policy': 'same-site',
        'content-disposition': expect.stringMatching(/^inline; filename="\d+\.webp"$/),
      });
      expect(response.headers.getSetCookie()).toEqual([]);
      const { byteLength } = await response.arrayBuffer();
      expect(response.headers.get('content-length')).toBe(String(byteLength));
    }
  });

  test('addresses use the request’s host or PUBLIC_URL', async () => {
    expect(media.url.startsWith(`${app.address}/media/`)).toBe(true);
    const hosts: [string, RegExp][] = [
      ['roost.lan:8080', /"http:\/\/roost\.lan:8080\/media\//],
      ['evil"><script>', /"http:\/\/localhost:\d+\/media\//],
      ['a/b', /"http:\/\/localhost:\d+\/media\//],
    ];
    for (const [host, expected] of hosts) {
      const { body } = await sendRaw(
        app.address,
        `GET /api/posts/feed HTTP/1.1\r\nHost: ${host}\r\nCookie: ${alice.client.cookie}\r\nConnection: close\r\n\r\n`,
      );
      expect(body).toMatch(expected);
    }
    const ownApp = await startAppForTest({ ...withJobs, PUBLIC_URL: 'https://roost.example' });
    const dan = await join(ownApp, 'dan');
    expect((await upload(dan, picture)).url).toMatch(/^https:\/\/roost\.example\/media\//);
  });

  test('an ETag saves a second transfer', async () => {
    const first = await app.client().fetch(pathOf(media.url));
    const etag = String(first.headers.get('etag'));
    for (const headers of [etag, `W/"x", ${etag}`, '*'].map((known) => ({
      'If-None-Match': known,
    }))) {
      const again = await app.client().fetch(pathOf(media.url), { headers });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    const other = await app
      .client()
      .fetch(pathOf(media.url), { headers: { 'If-None-Match': '"x"' } });
    expect(other.status).toBe(200);
  });

  test('clients can read ranges', async () => {
    const whole = Buffer.from(await (await app.client().fetch(pathOf(media.url))).arrayBuffer());
    const size = whole.length;
    const part = async (range: string, more: Record<string, string> = {}) => {
      const response = await app
        .client()
        .fetch(pathOf(media.url), { headers: { Range: range, ...more } });
      return { response, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const parts: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=10-19', 10, 19],
      ['bytes=100-', 100, size - 1],
      ['bytes=-7', size - 7, size - 1],
      [`bytes=${size - 1}-${size + 1e6}`, size - 1, size - 1],
      [`bytes=-${size + 1e6}`, 0, size - 1],
    ];
    for (const [range, start, end] of parts) {
      const { response, bytes } = await part(range);
      expect(response.status, range).toBe(206);
      expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
      expect(bytes.equals(whole.subarray(start, end + 1)), range).toBe(true);
    }
    const many = Array.from({ length: 1_000 }, (_, n) => `${n}-${n + 500}`).join(',');
    for (const range of [
      `bytes=${size}-`,
      'bytes=5-2',
      'bytes=-0',
      'bytes=-',
      'bytes=x-y',
      `bytes=${many}`,
      'bytes=99999999999999999999-',
    ]) {
      const { response } = await part(range);
      expect(response.status, range.slice(0, 40)).toBe(416);
      expect(response.headers.get('content-range')).toBe(`bytes */${size}`);
    }
    expect((await part('lines=1-2')).response.status).toBe(200);
    const { response } = await part('bytes=0-0');
    const etag = String(response.headers.get('etag'));
    expect((await part('bytes=0-0', { 'If-Range': etag })).response.status).toBe(206);
    expect((await part('bytes=0-0', { 'If-Range': '"old"' })).response.status).toBe(200);
  });

  test('HEAD has the same headers and no body', async () => {
    const get = await app.client().fetch(pathOf(media.url));
    const head = await app.client().fetch(pathOf(media.url), { method: 'HEAD' });
    expect(await head.text()).toBe('');
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  });

  test('each file has one address; other widths redirect to it or fail', async () => {
    const [large] = media.variants?.slice(-1) ?? [];
    const folder = pathOf(media.url).split('/').slice(0, -1).join('/');
    const wider = await app.client().fetch(`${folder}/2048.webp`);
    expect([wider.status, wider.headers.get('location')]).toEqual([302, pathOf(large?.url)]);
    for (const name of ['321.webp', '99999.webp', '0320.webp', '320.webp.webp', '320.png', '320'])
      expect((await app.client().fetch(`${folder}/${name}`)).status, name).toBe(404);
  });

  test('a deleted post’s files are gone at once and soon deleted', async () => {
    const post = await postWith(alice, {}, [picture]);
    await alice.call(posts.deletePost, { params: { postId: post._id } });
    for (const url of everyUrl(post.media[0] as Media))
      await expectFailure(await app.client().fetch(pathOf(url)), 'not_found');
    const { _id } = post.media[0] as Media;
    await expect
      .poll(async () => app.ctx.media.storage.exists(_id, '320.webp'), { timeout: 10_000 })
      .toBe(false);
  });
});

describe('files for followers', () => {
  let post: posts.Post;
  let own: Media;
  beforeAll(async () => {
    post = await postWith(alice, { visibility: 'followers' }, [picture]);
    own = post.media[0] as Media;
  });

  async function expectClosed(member: Member | null, path: string): Promise<void> {
    const client = member?.client ?? app.client();
    for (const init of ways) {
      const response = await client.fetch(path, init);
      expect([403, 404], `${init.method} ${path}`).toContain(response.status);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('etag')).toBeNull();
      expect(Buffer.from(await response.arrayBuffer()).includes('WEBP')).toBe(false);
    }
  }

  test('each person who may see the post gets their own link', async () => {
    for (const member of [alice, bob]) {
      for (const url of everyUrl(await mediaFor(member, post._id))) {
        const response = await member.client.fetch(pathOf(url));
        expect(response.status).toBe(200);
        expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
        const part = await member.client.fetch(pathOf(url), { headers: { Range: 'bytes=0-3' } });
        expect(await part.text()).toBe('RIFF');
      }
    }
  });

  test('a link stays the same for a while, so that browsers cache it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01T10:01:00Z') });
    const links = app.ctx.media.links;
    const first = links.signedPath(own._id, '320.webp', bob.id);
    vi.setSystemTime(new Date('2030-01-01T10:29:00Z'));
    expect(links.signedPath(own._id, '320.webp', bob.id)).toBe(first);
    vi.setSystemTime(new Date('2030-01-01T10:31:00Z'));
    expect(links.signedPath(own._id, '320.webp', bob.id)).not.toBe(first);
  });

  test('strangers, signed-out visitors and other people’s links get no file', async () => {
    const urls = [...everyUrl(own), ...everyUrl(await mediaFor(bob, post._id))].map(pathOf);
    for (const url of urls) {
      await expectClosed(carol, url);
      await expectClosed(null, url);
      await expectClosed(bob, String(url.split('?')[0]));
      await expectClosed(alice, String(url.split('?')[0]));
    }
    await expectClosed(bob, pathOf(own.url));
  });

  test('a link is valid for one file only and can’t be changed', async () => {
    const [url = ''] = everyUrl(await mediaFor(bob, post._id)).map(pathOf);
    const { searchParams, pathname } = new URL(url, app.address);
    const [e, s] = ['e', 's'].map((name) => searchParams.get(name) ?? '') as [string, string];
    const swapped = pathname.replace(/\d+\.webp$/, (name) =>
      name === '320.webp' ? '640.webp' : '320.webp',
    );
    for (const path of [
      `${swapped}?e=${e}&s=${s}`,
      `${pathname}?e=${Number(e) + 1_800}&s=${s}`,
      `${pathname}?e=${e}&s=${s.slice(1)}`,
      `${pathname}?e=${e}`,
      `${pathname}?s=${s}`,
      `${pathname}?e=${e}&e=${e}&s=${s}`,
      `${pathname}?e=1e99&s=${s}`,
      `${pathname}?e=&s=`,
    ])
      await expectClosed(bob, path);
  });

  test('a link expires on time', async () => {
    const url = pathOf((await mediaFor(bob, post._id)).url);
    const expires = Number(new URL(url, app.address).searchParams.get('e')) * 1_000;
    expect(expires - Date.now()).toBeLessThanOrEqual(3_600_000);
    expect(expires - Date.now()).toBeGreaterThan(1_700_000);
    vi.useFakeTimers({ toFake: ['Date'], now: expires - 2_000 });
    expect((await bob.client.fetch(url)).status).toBe(200);
    vi.setSystemTime(expires + 1_000);
    await expectClosed(bob, url);
  });

  test('an unfollow or a block prevents new links', async () => {
    const seen = async () => (await bob.client.fetch(`/api/posts/${post._id}`)).status === 200;
    await bob.call(unfollow, { params: { userId: alice.id } });
    expect(await seen()).toBe(false);
    await bob.follow(alice);
    expect(await seen()).toBe(true);
    await alice.toggleBlock(bob);
    expect(await seen()).toBe(false);
    await alice.toggleBlock(bob);
    await bob.follow(alice);
  });

  test('old links fail within a minute after an unfollow, a block or a deletion', async () => {
    const statusOf = async (url: string) => (await bob.client.fetch(pathOf(url))).status;
    const { url } = await mediaFor(bob, post._id);
    const later = { ms: 0 };
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later.ms);
    try {
      for (const lose of [
        async () => bob.call(unfollow, { params: { userId: alice.id } }),
        async () => alice.toggleBlock(bob),
      ]) {
        expect(await statusOf(url)).toBe(200);
        await lose();
        later.ms += 60_000;
        await expectClosed(bob, pathOf(url));
        if (!(await areUnblocked(bob, alice))) await alice.toggleBlock(bob);
        await bob.follow(alice);
        later.ms += 60_000;
      }
      expect(await statusOf(url)).toBe(200);
    } finally {
      clock.mockRestore();
    }
  });

  test('a comment’s pictures have the visibility of its root', async () => {
    const closed = await postWith(bob, { parentPost: post._id }, [picture]);
    await expectClosed(null, pathOf(closed.media[0]?.url).split('?')[0] as string);
    const open = await postWith(
      carol,
      { parentPost: (await alice.post('open'))._id, visibility: 'followers' },
      [picture],
    );
    expect((await app.client().fetch(pathOf(open.media[0]?.url))).status).toBe(200);
  });

  test('only the owner can see an unattached upload', async () => {
    const media = await upload(alice, picture);
    expect((await alice.client.fetch(pathOf(media.url))).status).toBe(200);
    for (const who of [bob, null]) await expectClosed(who, pathOf(media.url));
  });

  test('no row that is not public is ever served without its link', async () => {
    const rows = await app.ctx.db
      .selectFrom('media')
      .selectAll()
      .where('is_public', '=', false)
      .execute();
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows)
      for (const { name } of row.files) await expectClosed(null, `/media/${row.id}/${name}`);
  });
});

test('unknown names give not found', async () => {
  for (const path of [
    '/media/x/y',
    `/media/${alice.id}/320.webp`,
    '/media/..%2f..%2fmedia-key/x',
    `/media/${alice.id}/%00`,
  ]) {
    expect((await alice.client.fetch(path)).status, path).toBe(404);
  }
});

test('the served bytes are the stored bytes', async () => {
  const media = await upload(alice, picture);
  const row = await app.ctx.db
    .selectFrom('media')
    .selectAll()
    .where('id', '=', media._id)
    .executeTakeFirstOrThrow();
  for (const { name, bytes } of row.files) {
    const path = media.variants?.map(({ url }) => pathOf(url)).find((url) => url.includes(name));
    const body = Buffer.from(await (await alice.client.fetch(String(path))).arrayBuffer());
    expect(body.length).toBe(bytes);
    const stored = Buffer.concat(
      await (await app.ctx.media.storage.read(media._id, name)).toArray(),
    );
    expect(hash(body)).toBe(hash(stored));
  }
});

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
