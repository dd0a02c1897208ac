import { createHash } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Media } from '@roost/contract/media';
import * as posts from '@roost/contract/posts';
import { unfollow } from '@roost/contract/users';
import { startAppForFile, startAppForTest } from '../../test/app.ts';
import { castOf, join, type Member } from '../../test/cast.ts';
import { expectFailure } from '../../test/failure.ts';
import { sendRaw } from '../../test/raw-http.ts';
import { fileOf, noise, pathOf, postWith, upload } from '../../test/media.ts';

const app = await startAppForFile();
const { alice, bob, carol } = await castOf(app);
await bob.follow(alice);
const picture = await fileOf('a.png', noise(700, 300).png());
afterEach(() => vi.useRealTimers());

const everyUrl = ({ url, poster, variants = [] }: Media) =>
  [url, poster, ...variants.map((variant) => variant.url)].flatMap((each) => each ?? []);

/** The same post as somebody else is shown it. */
async function mediaFor(member: Member, postId: string): Promise<Media> {
  const { data } = await member.call(posts.getPost, { params: { postId } });
  return data.media[0] as Media;
}

/** Every way a file can be asked for. */
const ways: RequestInit[] = [
  {},
  { method: 'HEAD' },
  { headers: { Range: 'bytes=0-9' } },
  { method: 'HEAD', headers: { Range: 'bytes=0-' } },
  { headers: { 'If-None-Match': '*' } },
];

describe('what is public', () => {
  let media: Media;
  beforeAll(async () => {
    media = (await postWith(alice, { content: 'look', alt: 'noise' }, [picture])).media[0] as Media;
  });

  test('is there for anyone, for long, and can run nothing', async () => {
    for (const url of everyUrl(media)) {
      expect(url).not.toContain('?');
      const response = await app.visitor().fetch(pathOf(url));
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'same-site',
        'content-disposition': expect.stringMatching(/^inline; filename="\d+\.webp"$/),
      });
      expect(response.headers.getSetCookie()).toEqual([]);
      const { byteLength } = await response.arrayBuffer();
      expect(response.headers.get('content-length')).toBe(String(byteLength));
    }
  });

  test('has addresses on the host that was used, or on PUBLIC_URL', async () => {
    expect(media.url.startsWith(`${app.address}/media/`)).toBe(true);
    const hosts: [string, RegExp][] = [
      ['roost.lan:8080', /"http:\/\/roost\.lan:8080\/media\//],
      ['evil"><script>', /"http:\/\/localhost:\d+\/media\//],
      ['a/b', /"http:\/\/localhost:\d+\/media\//],
    ];
    for (const [host, expected] of hosts) {
      const { body } = await sendRaw(
        app.address,
        `GET /api/posts/feed HTTP/1.1\r\nHost: ${host}\r\nCookie: ${alice.visitor.cookie}\r\nConnection: close\r\n\r\n`,
      );
      expect(body).toMatch(expected);
    }
    const place = await startAppForTest({ PUBLIC_URL: 'https://roost.example' });
    const dan = await join(place, 'dan');
    expect((await upload(dan, picture)).url).toMatch(/^https:\/\/roost\.example\/media\//);
  });

  test('is known again by its ETag', async () => {
    const first = await app.visitor().fetch(pathOf(media.url));
    const etag = String(first.headers.get('etag'));
    for (const headers of [etag, `W/"x", ${etag}`, '*'].map((known) => ({
      'If-None-Match': known,
    }))) {
      const again = await app.visitor().fetch(pathOf(media.url), { headers });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    const other = await app
      .visitor()
      .fetch(pathOf(media.url), { headers: { 'If-None-Match': '"x"' } });
    expect(other.status).toBe(200);
  });

  test('is read in parts', async () => {
    const whole = Buffer.from(await (await app.visitor().fetch(pathOf(media.url))).arrayBuffer());
    const size = whole.length;
    const part = async (range: string, more: Record<string, string> = {}) => {
      const response = await app
        .visitor()
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

  test('HEAD tells the same and sends nothing', async () => {
    const get = await app.visitor().fetch(pathOf(media.url));
    const head = await app.visitor().fetch(pathOf(media.url), { method: 'HEAD' });
    expect(await head.text()).toBe('');
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  });

  test('is gone with its post, at once, and its files soon', async () => {
    const post = await postWith(alice, {}, [picture]);
    await alice.call(posts.deletePost, { params: { postId: post._id } });
    for (const url of everyUrl(post.media[0] as Media))
      await expectFailure(await app.visitor().fetch(pathOf(url)), 'not_found');
    const { _id } = post.media[0] as Media;
    await expect
      .poll(async () => app.ctx.media.storage.exists(_id, '320.webp'), { timeout: 10_000 })
      .toBe(false);
  });
});

describe('what is for followers', () => {
  let post: posts.Post;
  let own: Media;
  beforeAll(async () => {
    post = await postWith(alice, { visibility: 'followers' }, [picture]);
    own = post.media[0] as Media;
  });

  async function expectClosed(member: Member | null, path: string): Promise<void> {
    const visitor = member?.visitor ?? app.visitor();
    for (const init of ways) {
      const response = await visitor.fetch(path, init);
      expect([403, 404], `${init.method} ${path}`).toContain(response.status);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('etag')).toBeNull();
      expect(Buffer.from(await response.arrayBuffer()).includes('WEBP')).toBe(false);
    }
  }

  test('is there for who may see the post, each by a link of their own', async () => {
    for (const member of [alice, bob]) {
      for (const url of everyUrl(await mediaFor(member, post._id))) {
        const response = await member.visitor.fetch(pathOf(url));
        expect(response.status).toBe(200);
        expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
        const part = await member.visitor.fetch(pathOf(url), { headers: { Range: 'bytes=0-3' } });
        expect(await part.text()).toBe('RIFF');
      }
    }
  });

  test('stays the same address for a while, so that it is kept', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01T10:01:00Z') });
    const links = app.ctx.media.links;
    const first = links.signedPath(own._id, '320.webp', bob.id);
    vi.setSystemTime(new Date('2030-01-01T10:29:00Z'));
    expect(links.signedPath(own._id, '320.webp', bob.id)).toBe(first);
    vi.setSystemTime(new Date('2030-01-01T10:31:00Z'));
    expect(links.signedPath(own._id, '320.webp', bob.id)).not.toBe(first);
  });

  test('is closed to strangers, the signed-out, and with somebody else’s link', async () => {
    const urls = [...everyUrl(own), ...everyUrl(await mediaFor(bob, post._id))].map(pathOf);
    for (const url of urls) {
      await expectClosed(carol, url);
      await expectClosed(null, url);
      await expectClosed(bob, String(url.split('?')[0]));
      await expectClosed(alice, String(url.split('?')[0]));
    }
    await expectClosed(bob, pathOf(own.url));
  });

  test('its link is good for one file only, and can’t be changed', async () => {
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

  test('its link dies on time', async () => {
    const url = pathOf((await mediaFor(bob, post._id)).url);
    const expires = Number(new URL(url, app.address).searchParams.get('e')) * 1_000;
    expect(expires - Date.now()).toBeLessThanOrEqual(3_600_000);
    expect(expires - Date.now()).toBeGreaterThan(1_700_000);
    vi.useFakeTimers({ toFake: ['Date'], now: expires - 2_000 });
    expect((await bob.visitor.fetch(url)).status).toBe(200);
    vi.setSystemTime(expires + 1_000);
    await expectClosed(bob, url);
  });

  test('no new link after an unfollow or a block', async () => {
    const seen = async () => (await bob.visitor.fetch(`/api/posts/${post._id}`)).status === 200;
    await bob.call(unfollow, { params: { userId: alice.id } });
    expect(await seen()).toBe(false);
    await bob.follow(alice);
    expect(await seen()).toBe(true);
    await alice.toggleBlock(bob);
    expect(await seen()).toBe(false);
    await alice.toggleBlock(bob);
    await bob.follow(alice);
  });

  test('a comment’s pictures follow its root', async () => {
    const closed = await postWith(bob, { parentPost: post._id }, [picture]);
    await expectClosed(null, pathOf(closed.media[0]?.url).split('?')[0] as string);
    const open = await postWith(
      carol,
      { parentPost: (await alice.post('open'))._id, visibility: 'followers' },
      [picture],
    );
    expect((await app.visitor().fetch(pathOf(open.media[0]?.url))).status).toBe(200);
  });

  test('an upload nothing was posted with is its owner’s alone', async () => {
    const media = await upload(alice, picture);
    expect((await alice.visitor.fetch(pathOf(media.url))).status).toBe(200);
    for (const who of [bob, null]) await expectClosed(who, pathOf(media.url));
  });

  test('canary: of all rows that are not public, none is ever served without its link', async () => {
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

test('what names nothing is not found', async () => {
  for (const path of [
    '/media/x/y',
    `/media/${alice.id}/320.webp`,
    '/media/..%2f..%2fmedia-key/x',
    `/media/${alice.id}/%00`,
  ]) {
    expect((await alice.visitor.fetch(path)).status, path).toBe(404);
  }
});

test('what is served is what was stored', async () => {
  const media = await upload(alice, picture);
  const row = await app.ctx.db
    .selectFrom('media')
    .selectAll()
    .where('id', '=', media._id)
    .executeTakeFirstOrThrow();
  for (const { name, bytes } of row.files) {
    const path = media.variants?.map(({ url }) => pathOf(url)).find((url) => url.includes(name));
    const body = Buffer.from(await (await alice.visitor.fetch(String(path))).arrayBuffer());
    expect(body.length).toBe(bytes);
    const stored = Buffer.concat(
      await (await app.ctx.media.storage.read(media._id, name)).toArray(),
    );
    expect(hash(body)).toBe(hash(stored));
  }
});

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
