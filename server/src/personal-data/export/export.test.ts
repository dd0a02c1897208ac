import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import * as chat from '@roost/contract/chat';
import * as reactions from '@roost/contract/reactions';
import {
  startAppForFile,
  startAppForTest,
  withJobs,
  type TestApp,
} from '../../../test/support/app.ts';
import { liveFully } from '../../../test/support/canary.ts';
import { join } from '../../../test/support/cast.ts';
import { open } from '../../../test/support/chat.ts';
import { ageFiles, fileOf, noise, postWith } from '../../../test/support/media.ts';
import { ask, exportOf, list, readyExport } from '../../../test/support/exports.ts';
import { startObjectStore } from '../../../test/support/object-store.ts';
import { storedIds } from '../../../test/support/sweep.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { earlier } from '../../platform/database/earlier.ts';
import { makeExport } from './make-export.ts';
import { sweepExports } from './sweep-exports.ts';

const app = await startAppForFile(withJobs);
const { ctx } = app;

const textOf = (files: Map<string, Buffer>, pattern = /./) =>
  [...files]
    .filter(([name]) => pattern.test(name) && !name.startsWith('media/'))
    .map(([name, content]) => `${name}\n${content.toString()}`)
    .join('\n');

/** Moves the moment at which somebody asked back by some hours. */
async function passHours(userId: string, hours: number): Promise<void> {
  const seconds = hours * 3_600;
  await sql`update exports set created_at = ${earlier('created_at', seconds)},
    expires_at = ${earlier('expires_at', seconds)} where user_id = ${userId}`.execute(ctx.db);
}

test('an export has everything that a person wrote, as JSON, pages and files', async () => {
  const { leaver, bob } = await liveFully(app);
  const files = await exportOf(leaver);
  const { canary } = leaver;
  const json = (kind: string) =>
    JSON.parse(files.get(`data/${kind}.json`)?.toString() ?? '') as Record<string, unknown>[];
  const posts = json('posts');
  for (const text of ['Post', 'For followers', 'Comment', 'Reply'])
    expect(posts.map((post) => post['text'])).toContainEqual(
      expect.stringContaining(`${text} ${canary}`),
    );
  expect(json('account')[0]).toMatchObject({
    text: `Bio ${canary}`,
    details: { email: leaver.email, username: leaver.username },
  });
  const withBob = json('messages').filter(({ heading }) => heading === '@bob');
  expect(withBob.map(({ text }) => text)).toEqual([
    `Message ${canary}`,
    'An answer by Bob',
    `Unread ${canary}`,
    'Missed voice call',
    'Missed voice call',
  ]);
  expect(json('account')[0]).toMatchObject({
    details: {
      mutedWords: [{ text: canary }],
      links: [`https://${canary}.example`],
      language: 'de',
    },
  });
  expect(json('notes')).toMatchObject([{ text: `Note ${canary}` }]);
  expect(json('muted')).toMatchObject([{ url: expect.stringMatching(/\/profile\/bob$/) }]);
  expect(json('payments')).toHaveLength(1);
  expect(json('subscriptions')).toMatchObject([{ details: { plan: 'Monthly', status: 'active' } }]);
  expect(json('uploads')).toMatchObject([{ media: [{ alt: `Draft ${canary}` }] }]);
  expect(json('reports').map(({ text }) => text)).toEqual([`Rude ${canary}`, `Comment ${canary}`]);
  expect(json('decisions')[0]).toMatchObject({
    text: `To ${canary}`,
    details: { action: 'warn', appeal: `Appeal ${canary}`, answer: `To ${canary}` },
  });
  // Not what the staff notes for itself, and not what it removed.
  for (const text of [`About ${canary}`, `Note by moe ${canary}`, `To remove ${canary}`])
    expect(textOf(files)).not.toContain(text);
  expect(posts.map((post) => post['text'])).toContain(`To hide ${canary}`);
  expect(json('sessions').map(({ text }) => text)).toContain(`Browser ${canary}`);
  expect(json('following')).toMatchObject([{ url: expect.stringMatching(/\/profile\/bob$/) }]);
  // The blocked person.
  expect(json('blocked')).toMatchObject([{ url: expect.stringMatching(/\/profile\/eve$/) }]);
  for (const kind of ['likes', 'bookmarks', 'mutedThreads']) {
    expect(json(kind).length, kind).toBeGreaterThan(0);
    for (const { url } of json(kind)) expect(url).toMatch(/\/home\/post\/[\w-]+$/);
  }

  const named = [...posts, ...json('messages'), ...json('account')].flatMap(
    ({ media }) => (media as { path: string }[] | undefined) ?? [],
  );
  expect(named.length).toBeGreaterThanOrEqual(4);
  for (const { path } of named) expect(files.get(path)?.length, path).toBeGreaterThan(100);
  const rows = await ctx.db
    .selectFrom('media')
    .select('id')
    .where('owner_id', '=', leaver.id)
    .execute();
  // All but the picture of the removed post.
  const mediaFiles = [...files.keys()].filter((name) => name.startsWith('media/'));
  expect(mediaFiles).toHaveLength(rows.length - 1);
  // Nothing of others, except what they wrote in the chat.
  expect(textOf(files)).not.toContain('A post by Bob');
  expect(textOf(files)).not.toContain('A comment by Bob');
  expect(textOf(files)).not.toContain(bob.id);
});

test('a page of an export needs no network and runs nothing', async () => {
  const ann = await join(app, 'ann');
  const bad = '<script>alert(1)</script><img src=x onerror=alert(1)> & "quotes"';
  await ann.post(bad);
  const picture = await fileOf('a.png', noise(64, 64).png());
  await postWith(ann, { content: 'with a picture', visibility: 'public', alt: '"><b>' }, [picture]);
  const files = await exportOf(ann);
  const pages = [...files].filter(([name]) => name.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(8);
  for (const [name, content] of pages) {
    const html = content.toString();
    expect(html, name).toContain("default-src 'none'");
    expect(html, name).not.toMatch(
      /<script|<link|<iframe|<base|<form|<[^>]* on\w+=|@import|url\(/i,
    );
    // Links to the site are no resources. Everything else is a path in the export.
    for (const [, source = ''] of html.matchAll(/ src="([^"]*)"/g)) {
      const path = source.replace(/^\.\.\//, '');
      expect(files.has(path), `${name}: ${source}`).toBe(true);
    }
    for (const [, link = ''] of html.matchAll(/ href="([^"]*)"/g)) {
      if (/^https?:/.test(link)) continue;
      const path = new URL(link, `http://x/${name}`).pathname.slice(1);
      expect(files.has(path), `${name}: ${link}`).toBe(true);
    }
  }
  const page = files.get('pages/posts-1.html')?.toString() ?? '';
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).toContain('alt="&quot;&gt;&lt;b&gt;"');
});

test('many items are on several pages', async () => {
  const bea = await join(app, 'bea');
  const { db } = ctx;
  const { _id } = await bea.post('a post to like');
  await db
    .insertInto('bookmarks')
    .values(Array.from({ length: 450 }, () => ({ user_id: bea.id, post_id: crypto.randomUUID() })))
    .execute();
  await bea.call(reactions.toggleBookmark, { params: { postId: _id } });
  const files = await exportOf(bea);
  const counts = [1, 2, 3].map(
    (n) =>
      files
        .get(`pages/bookmarks-${n}.html`)
        ?.toString()
        .match(/<article/g)?.length,
  );
  expect(counts).toEqual([200, 200, 51]);
  expect(files.has('pages/bookmarks-4.html')).toBe(false);
  expect(files.get('pages/bookmarks-2.html')?.toString()).toMatch(
    /bookmarks-1\.html.*bookmarks-3\.html/,
  );
  const json = JSON.parse(files.get('data/bookmarks.json')?.toString() ?? '') as unknown[];
  expect(json).toHaveLength(451);
});

test('messages of a deleted history and deleted messages are not in an export', async () => {
  const [cat, dan] = [await join(app, 'cat'), await join(app, 'dan')];
  const { _id } = await open(cat, dan);
  const params = { conversationId: _id };
  await dan.call(chat.sendMessage, { params, body: { content: 'before' } });
  await cat.call(chat.deleteConversation, { params });
  await dan.call(chat.sendMessage, { params, body: { content: 'after' } });
  const text = textOf(await exportOf(cat));
  expect(text).toContain('after');
  expect(text).not.toContain('before');
});

test('a person may ask once a day, also with parallel requests', async () => {
  const eva = await join(app, 'eva');
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, async () => ask(eva)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { status, body } = await refusalOf(ask(eva));
  expect([status, body.code]).toEqual([409, 'export_recent']);
  await passHours(eva.id, 25);
  expect(await ask(eva)).toHaveLength(2);
});

test('the calls and the file need a session and a recent proof, and are for the owner only', async () => {
  const [fay, gil] = [await join(app, 'fay'), await join(app, 'gil')];
  await ask(fay);
  const { url } = await readyExport(fay);
  expect(url).toMatch(/^\/api\/auth\/export\/[\w-]+$/);
  expect((await app.client().fetch(url ?? '')).status).toBe(401);
  expect((await gil.client.fetch(url ?? '')).status).toBe(404);
  const response = await fay.client.fetch(url ?? '', { headers: { Range: 'bytes=0-1' } });
  expect([response.status, await response.text()]).toEqual([206, 'PK']);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);
  await ctx.db
    .updateTable('sessions')
    .set({ proved_at: earlier('proved_at', 11 * 60) })
    .where('user_id', '=', fay.id)
    .execute();
  for (const refused of [async () => ask(fay), async () => list(fay)])
    expect((await refusalOf(refused())).body.code).toBe('reauth_required');
  const late = await fay.client.fetch(url ?? '');
  expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([
    403,
    'reauth_required',
  ]);
});

test('an export is kept for a week, and its file goes with its row', async () => {
  const hal = await join(app, 'hal');
  await ask(hal);
  const { _id, url, createdAt, expiresAt } = await readyExport(hal);
  expect(new Date(expiresAt).getTime() - new Date(createdAt).getTime()).toBeCloseTo(
    7 * 86_400_000,
    -3,
  );
  await sweepExports(ctx);
  expect((await hal.client.fetch(url ?? '')).status).toBe(200);
  await passHours(hal.id, 7 * 24);
  expect(await list(hal)).toEqual([]);
  expect((await hal.client.fetch(url ?? '')).status).toBe(404);
  await sweepExports(ctx);
  expect(await ctx.media.exports.exists(_id, 'export.zip')).toBe(false);
});

test('a file without a row goes after a day', async () => {
  const [kept, lost] = [await join(app, 'kai'), await join(app, 'lou')];
  const ids: string[] = [];
  for (const person of [kept, lost]) {
    await ask(person);
    ids.push((await readyExport(person))._id);
  }
  await ctx.db.deleteFrom('exports').where('user_id', '=', lost.id).execute();
  await sweepExports(ctx);
  expect(await storedIds(ctx.media.exports)).toEqual(expect.arrayContaining(ids));
  for (const id of ids) await ageFiles(app, id, 'exports');
  await sweepExports(ctx);
  expect(await storedIds(ctx.media.exports)).toContain(ids[0]);
  expect(await storedIds(ctx.media.exports)).not.toContain(ids[1]);
});

test('a failed try leaves no file, and a later one begins again', async () => {
  const own = await startAppForTest();
  const ida = await join(own, 'ida');
  const [working] = await ask(ida);
  expect(working).toMatchObject({ status: 'working', bytes: null, url: null });
  const exportId = working?._id ?? '';
  const put = own.ctx.media.exports.put.bind(own.ctx.media.exports);
  own.ctx.media.exports.put = async () => Promise.reject(new Error('the store is away'));
  await expect(makeExport(own.ctx, { exportId }, { isLast: false })).rejects.toThrow(/away/);
  expect(await readdir(own.ctx.media.incoming)).toEqual([]);
  expect((await list(ida))[0]?.status).toBe('working');
  own.ctx.media.exports.put = put;
  await makeExport(own.ctx, { exportId }, { isLast: false });
  expect((await list(ida))[0]?.status).toBe('ready');
  // A repeated job changes nothing.
  await makeExport(own.ctx, { exportId }, { isLast: false });
});

test('an export that waits for long is still made', async () => {
  const own = await startAppForTest();
  const kim = await join(own, 'kim');
  const [working] = await ask(kim);
  await own.ctx.db
    .updateTable('exports')
    .set({ created_at: new Date(Date.now() - 26 * 3_600_000) } as never)
    .execute();
  await sweepExports(own.ctx);
  await makeExport(own.ctx, { exportId: working?._id ?? '' }, { isLast: false });
  expect((await list(kim))[0]?.status).toBe('ready');
});

test('an export that would fill the disk ends, and leaves no file', async () => {
  const own = await startAppForTest();
  const leo = await join(own, 'leo');
  for (const name of ['a.png', 'b.png'])
    await postWith(leo, {}, [await fileOf(name, noise(64, 64).png())]);
  const [working] = await ask(leo);
  const free = [10, 10, 0].map((gigabytes) => gigabytes * 2 ** 30);
  // The last measure is before the second picture.
  Object.assign(own.ctx.media.disk, {
    measure: async () => ({ freeBytes: free.shift() ?? 0, totalBytes: 2 ** 34 }),
  });
  const job = makeExport(own.ctx, { exportId: working?._id ?? '' }, { isLast: false });
  await expect(job).rejects.toMatchObject({ code: 'storage_full' });
  expect(free).toEqual([]);
  expect(await readdir(own.ctx.media.incoming)).toEqual([]);
});

test('after the last failed try the person may ask again', async () => {
  const own = await startAppForTest();
  const jan = await join(own, 'jan');
  const [working] = await ask(jan);
  own.ctx.media.exports.put = async () => Promise.reject(new Error('the store is away'));
  const job = makeExport(own.ctx, { exportId: working?._id ?? '' }, { isLast: true });
  await expect(job).rejects.toThrow(/away/);
  expect(await list(jan)).toEqual([]);
  expect(await ask(jan)).toHaveLength(1);
});

test('an object store keeps exports beside media, and the server sends them itself', async () => {
  const folder = await mkdtemp(joinPath(tmpdir(), 'roost-exports-'));
  const store = await startObjectStore(folder);
  const own: TestApp = await startAppForTest({ ...withJobs, ...store.env });
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const kim = await join(own, 'kim');
  await kim.post('kept in a store');
  const files = await exportOf(kim);
  expect(textOf(files)).toContain('kept in a store');
  expect(await storedIds(own.ctx.media.exports)).toHaveLength(1);
  expect(await storedIds(own.ctx.media.storage)).toEqual([]);
});
