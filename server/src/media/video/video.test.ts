// Long because its tests share one app and its members.
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverEvents } from '@roost/contract/events';
import { getLimits } from '@roost/contract/users';
import type { Media } from '@roost/contract/media';
import * as posts from '@roost/contract/posts';
import {
  startAppForFile,
  startAppForTest,
  startTestApp,
  type TestApp,
  withJobs,
} from '../../../test/support/app.ts';
import { join, type Member } from '../../../test/support/cast.ts';
import { expectFailure } from '../../../test/support/failure.ts';
import {
  fileOf,
  mediaFiles,
  noise,
  pathOf,
  postWith,
  send,
  upload,
} from '../../../test/support/media.ts';
import { SECRETS, videoOf } from '../../../test/support/videos.ts';
import { hastenJobs } from '../../../test/support/vendor-graphile-worker.ts';
import { connectAs, nextEvent } from '../../../test/support/wire.ts';
import { finishVideoJob } from '../media.jobs.ts';
import { resumeVideos } from '../sweep-media.ts';
import { presentMedia } from '../present-media.ts';

const app = await startAppForFile(withJobs);
const alice = await join(app, 'alice');

async function served(member: Member, url: string | undefined): Promise<Buffer> {
  const response = await member.client.fetch(pathOf(url));
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function tagsOf(bytes: Uint8Array) {
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const { raw: _, ...tags } = await input.getMetadataTags();
  const tracks = await input.getTracks();
  return { tags, names: await Promise.all(tracks.map(async (track) => track.getName())) };
}

describe('every accepted format is ready at once, without metadata', () => {
  test.each([
    ['mp4', 'video/mp4'],
    ['mov', 'video/mp4'],
    ['webm', 'video/webm'],
  ] as const)('%s', async (kind, type) => {
    const file = await videoOf(kind);
    for (const secret of SECRETS) expect(Buffer.from(file.bytes).includes(secret)).toBe(true);
    const media = await upload(alice, file, { alt: 'a clip' });
    expect(media).toMatchObject({
      type: 'video',
      status: 'ready',
      width: 64,
      height: 48,
      alt: 'a clip',
    });
    expect(media).not.toHaveProperty('poster');
    const response = await alice.client.fetch(pathOf(media.url));
    expect(response.headers.get('content-type')).toBe(type);
    const bytes = Buffer.from(await response.arrayBuffer());
    for (const word of [...SECRETS, 'udta', '©xyz', 'LOCATION', 'loci', 'location'])
      expect(bytes.includes(word), word).toBe(false);
    expect(await tagsOf(bytes)).toEqual({ tags: {}, names: [null, null] });
    if (type === 'video/mp4') expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  test('a video without sound is accepted', async () => {
    const media = await upload(alice, await videoOf('mp4', { withSound: false }));
    const { names } = await tagsOf(await served(alice, media.url));
    expect(names).toHaveLength(1);
  });

  test('SEI data in H.264 frames is removed', async () => {
    const file = await videoOf('mp4', { beside: 'GPS 51.5034N Elm Street' });
    expect(Buffer.from(file.bytes).includes('Elm Street')).toBe(true);
    const media = await upload(alice, file);
    const bytes = await served(alice, media.url);
    expect(bytes.includes('Elm Street')).toBe(false);
    // The picture itself is complete.
    expect(bytes.length).toBeGreaterThan(20 * 2_000);
  });

  test('SEI data in copied HEVC is removed', async () => {
    const file = await videoOf('mov', { codec: 'hevc', beside: 'GPS 51.5034N Elm Street' });
    const folder = await mkdtemp(joinPath(app.ctx.media.incoming, 'hevc-'));
    const input = joinPath(folder, 'input');
    await writeFile(input, file.bytes);
    await app.ctx.media.workers.run('alice', {
      what: 'video',
      input,
      output: folder,
      unplayable: 'copy',
    });
    const bytes = await readFile(joinPath(folder, 'video.mp4'));
    expect(bytes.length).toBeGreaterThan(20 * 2_000);
    expect(bytes.includes('Elm Street')).toBe(false);
    await rm(folder, { recursive: true });
  });

  test('data after the end of the file is removed', async () => {
    const { name, bytes } = await videoOf('mp4');
    const script = Buffer.from('<script>alert("canary")</script>');
    const media = await upload(alice, {
      name,
      bytes: new Uint8Array(Buffer.concat([bytes, script])),
    });
    expect((await served(alice, media.url)).includes('canary')).toBe(false);
  });
});

describe('a poster from the sender’s browser', () => {
  test('a poster is processed like any picture and gives the placeholder', async () => {
    const poster = await fileOf('p.png', noise(300, 200).png());
    const media = await upload(alice, await videoOf('webm'), { poster });
    expect(media.placeholder).not.toBe('');
    expect((await served(alice, media.poster)).subarray(8, 12).toString()).toBe('WEBP');
    expect((await alice.client.fetch(pathOf(media.poster).split('?')[0] as string)).status).toBe(
      404,
    );
    const post = await postWith(alice, { mediaIds: media._id });
    expect((await app.client().fetch(pathOf(post.media[0]?.poster))).status).toBe(200);
  });

  test('a poster must be a picture, and a broken one leaves no files', async () => {
    const before = await mediaFiles(app);
    const video = await videoOf('mp4');
    await expectFailure(await send(alice, video, { poster: video }), 'unsupported_media_type');
    const broken = {
      name: 'p.png',
      bytes: (await fileOf('', noise(90, 90).png())).bytes.slice(0, 900),
    };
    await expectFailure(await send(alice, video, { poster: broken }), 'bad_input');
    expect(await mediaFiles(app)).toEqual(before);
  });
});

describe('unplayable videos are refused', () => {
  test('HEVC without ffmpeg', async () => {
    const refused = await send(alice, await videoOf('mov', { codec: 'hevc' }));
    const { message } = await expectFailure(refused, 'unsupported_media_type');
    expect(message).toContain('“clip.mov” is HEVC (H.265), which many browsers can’t play');
  });

  test('half a file, and a file with only a video’s header', async () => {
    const { bytes } = await videoOf('mp4');
    const halves = [
      bytes.slice(0, bytes.length / 2),
      bytes.slice(0, 40),
      (await videoOf('webm')).bytes.slice(0, 300),
    ];
    for (const half of halves)
      await expectFailure(await send(alice, { name: 'half.mp4', bytes: half }), 'bad_input');
  });
});

const programs: string[] = [];
afterAll(async () => {
  for (const folder of programs) await rm(folder, { recursive: true });
});

/** Writes a fake ffmpeg that returns the given files. Without a video, its transcoding fails. */
async function fakeFfmpeg(
  video: Uint8Array | null,
): Promise<{ FFMPEG: string; FFMPEG_SANDBOX: string }> {
  const folder = await mkdtemp(joinPath(tmpdir(), 'roost-ffmpeg-'));
  programs.push(folder);
  const frame = await noise(320, 240).png().toBuffer();
  await writeFile(joinPath(folder, 'frame'), frame);
  if (video) await writeFile(joinPath(folder, 'video'), video);
  const path = joinPath(folder, 'ffmpeg');
  const script = `#!/bin/sh
[ "$1" = -version ] && exit 0
for output; do :; done
case "$*" in *libx264*) exec cp ${folder}/video "$output";; *) exec cp ${folder}/frame "$output";; esac
`;
  await writeFile(path, script);
  await chmod(path, 0o755);
  // It copies its output from its own folder, which a sandbox would hide.
  return { FFMPEG: path, FFMPEG_SANDBOX: 'off' };
}

describe('with ffmpeg', () => {
  test('HEVC has the status processing, and the owner’s tabs learn when it is ready', async () => {
    const { bytes } = await videoOf('mp4');
    const ownApp = await startAppForTest({ ...withJobs, ...(await fakeFfmpeg(bytes)) });
    const bob = await join(ownApp, 'bob');
    const socket = await connectAs(bob.client);
    const published = nextEvent(socket, 'mediaReady');
    const post = await postWith(bob, { content: 'x' }, [await videoOf('mov', { codec: 'hevc' })]);
    const [waiting] = post.media as [Media];
    if (waiting.status === 'processing')
      expect([200, 404]).toContain((await ownApp.client().fetch(pathOf(waiting.url))).status);
    const ready = serverEvents.mediaReady.parse([await published])[0];
    expect(ready).toMatchObject({
      _id: waiting._id,
      status: 'ready',
      width: 64,
      height: 48,
      url: waiting.url,
    });
    const { data } = await bob.call(posts.getPost, { params: { postId: post._id } });
    expect(data.media).toEqual([ready]);
    expect((await served(bob, ready.poster)).subarray(8, 12).toString()).toBe('WEBP');
    for (const secret of SECRETS)
      expect((await served(bob, ready.url)).includes(secret)).toBe(false);
    expect((await ownApp.client().fetch(`/media/${ready._id}/original`)).status).toBe(404);
    expect(await ownApp.ctx.media.storage.exists(ready._id, 'original')).toBe(false);
  });

  test('the server draws a missing poster and keeps a given one', async () => {
    const ownApp = await startAppForTest({ ...withJobs, ...(await fakeFfmpeg(null)) });
    const bob = await join(ownApp, 'bob');
    const socket = await connectAs(bob.client);
    const published = nextEvent(socket, 'mediaReady');
    const media = await upload(bob, await videoOf('mp4'));
    expect(media.status).toBe('ready');
    const [ready] = serverEvents.mediaReady.parse([await published]);
    expect([ready.url.split('?')[0], ready.placeholder === '']).toEqual([
      media.url.split('?')[0],
      false,
    ]);
    expect((await served(bob, ready.poster)).length).toBeGreaterThan(100);
  });

  describe('with an ffmpeg that always fails', () => {
    let ownApp: TestApp;
    let bob: Member;
    beforeAll(async () => {
      ownApp = await startTestApp({ ...withJobs, ...(await fakeFfmpeg(null)) });
      bob = await join(ownApp, 'bob');
    });
    afterAll(() => ownApp.close());

    /** Makes the next attempt due at once, and waits until the video is ready. */
    async function untilReady(id: string): Promise<Media> {
      const find = async () => {
        await hastenJobs(ownApp, finishVideoJob.name);
        return ownApp.ctx.db
          .selectFrom('media')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
      };
      await expect
        .poll(async () => (await find()).status, { timeout: 20_000, interval: 200 })
        .toBe('ready');
      return presentMedia({ ...ownApp.ctx, origin: ownApp.address }, await find(), bob.id);
    }

    test('the video stays in its original format for browsers that play it', async () => {
      const media = await upload(bob, await videoOf('mov', { codec: 'hevc' }));
      expect(media.status).toBe('processing');
      const ready = await untilReady(media._id);
      const made = await served(bob, ready.url);
      using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(made) });
      expect(await (await input.getPrimaryVideoTrack())?.getCodec()).toBe('hevc');
      for (const secret of SECRETS) expect(made.includes(secret)).toBe(false);
      expect(await ownApp.ctx.media.storage.exists(media._id, 'original')).toBe(false);
    });

    test('an unplayable video does not stay in processing', async () => {
      const media = await upload(bob, await videoOf('mov', { codec: 'hevc' }));
      const original = (await mediaFiles(ownApp)).find(
        (path) => path.includes(media._id) && path.endsWith('original'),
      );
      await writeFile(String(original), 'no video any more');
      const ready = await untilReady(media._id);
      expect((await bob.client.fetch(pathOf(ready.url))).status).toBe(404);
    });
  });

  test('the sweep resumes videos that an earlier server left unfinished', async () => {
    const { bytes } = await videoOf('mp4');
    const ownApp = await startAppForTest({ ...withJobs, ...(await fakeFfmpeg(bytes)) });
    const bob = await join(ownApp, 'bob');
    const poster = await fileOf('p.png', noise(300, 200).png());
    const [old, fresh] = [
      await upload(bob, await videoOf('mp4'), { poster }),
      await upload(bob, await videoOf('mp4'), { poster }),
    ];
    const statusOf = async ({ _id }: Media) => {
      const query = ownApp.ctx.db.selectFrom('media').select('status').where('id', '=', _id);
      return (await query.executeTakeFirstOrThrow()).status;
    };
    for (const [{ _id }, hours] of [
      [old, 13],
      [fresh, 11],
    ] as const) {
      const created_at = new Date(Date.now() - hours * 3_600_000);
      await ownApp.ctx.db
        .updateTable('media')
        .set({ status: 'processing', created_at } as never)
        .where('id', '=', _id)
        .execute();
    }
    await resumeVideos(ownApp.ctx);
    await expect.poll(async () => statusOf(old), { timeout: 10_000 }).toBe('ready');
    expect(await statusOf(fresh)).toBe('processing');
  });

  test('the limits tell clients whether the server transcodes', async () => {
    const ownApp = await startAppForTest({ ...withJobs, ...(await fakeFfmpeg(null)) });
    const bob = await join(ownApp, 'bob');
    expect((await bob.call(getLimits, {})).data.convertsVideo).toBe(true);
    expect((await alice.call(getLimits, {})).data.convertsVideo).toBe(false);
  });

  const isHere = spawnSync('ffmpeg', ['-version']).status === 0;
  test.skipIf(!isHere)(
    'the real ffmpeg converts large HEVC to a playable video',
    async () => {
      const folder = await mkdtemp(joinPath(tmpdir(), 'roost-4k-'));
      const path = joinPath(folder, 'a.mov');
      const line =
        '-v error -f lavfi -i testsrc=size=2560x1440:rate=5:duration=1 -f lavfi -i sine=duration=1 -c:v libx265 -preset ultrafast -tag:v hvc1 -c:a aac -metadata location=+51.5034-000.1276/';
      expect(spawnSync('ffmpeg', [...line.split(' '), path]).status).toBe(0);
      const bytes = new Uint8Array(await readFile(path));
      await rm(folder, { recursive: true });
      const ownApp = await startAppForTest({ ...withJobs, FFMPEG: 'ffmpeg' });
      const bob = await join(ownApp, 'bob');
      const socket = await connectAs(bob.client);
      const published = nextEvent(socket, 'mediaReady');
      const media = await upload(bob, { name: 'a.mov', bytes });
      expect(media).toMatchObject({ status: 'processing', width: 2_560, height: 1_440 });
      const [ready] = serverEvents.mediaReady.parse([await published]);
      expect(ready).toMatchObject({ status: 'ready', width: 1_920, height: 1_080 });
      const made = await served(bob, ready.url);
      using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(made) });
      const codecs = await Promise.all(
        (await input.getTracks()).map(async (track) => track.getCodec()),
      );
      expect(codecs).toEqual(['avc', 'aac']);
      expect(made.includes('+51.5034')).toBe(false);
    },
    120_000,
  );
});
