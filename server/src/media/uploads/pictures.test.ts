import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { thumbHashToRGBA } from 'thumbhash';
import { describe, expect, test } from 'vitest';
import { deleteMedia } from '@roost/contract/media';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import { join } from '../../../test/support/cast.ts';
import {
  animation,
  fileOf,
  mediaFiles,
  noise,
  pathOf,
  upload,
} from '../../../test/support/media.ts';

const app = await startAppForFile(withJobs);
const alice = await join(app, 'alice');

async function served(url: string | undefined): Promise<Buffer> {
  const response = await alice.client.fetch(pathOf(url));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/webp');
  return Buffer.from(await response.arrayBuffer());
}

/** AVIF is slow to encode, and the quality does not matter here. */
const quick = (format: string) => (format === 'avif' ? { effort: 0 } : {});

describe('all accepted formats become WebP', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('%s', async (format) => {
    const media = await upload(
      alice,
      await fileOf(`a.${format}`, noise(700, 400).toFormat(format, quick(format))),
      { alt: 'noise' },
    );
    expect(media).toMatchObject({ type: 'image', status: 'ready', width: 700, height: 400 });
    expect(media.alt).toBe('noise');
    expect(media.variants?.map(({ width }) => width)).toEqual([320, 640, 700]);
    expect(media.url).toBe(media.variants?.at(-1)?.url);
    for (const { url, width } of media.variants ?? []) {
      expect(await sharp(await served(url)).metadata()).toMatchObject({ format: 'webp', width });
    }
    const { w, h } = thumbHashToRGBA(Buffer.from(media.placeholder, 'base64'));
    expect(w / h).toBeCloseTo(7 / 4, 0);
  });
});

test('a picture narrower than the smallest variant keeps its size', async () => {
  const media = await upload(alice, await fileOf('dot.png', noise(20, 10).png()));
  expect(media.variants?.map(({ width }) => width)).toEqual([20]);
  const wider = await alice.client.fetch(pathOf(media.url).replace('320.webp', '2048.webp'));
  expect(wider.status).toBe(403);
});

test.each(['gif', 'webp'] as const)('an animated %s stays animated', async (format) => {
  const moving = await animation(12, 400, 300);
  const media = await upload(alice, await fileOf('a', moving.toFormat(format)));
  expect(media).toMatchObject({ type: 'image', width: 400, height: 300 });
  const found = await sharp(await served(media.url)).metadata();
  expect(found).toMatchObject({ format: 'webp', pages: 12, width: 400 });
});

test('an animated picture has a still of its first frame, which goes with it', async () => {
  const before = new Set(await mediaFiles(app));
  const media = await upload(alice, await fileOf('a', (await animation(12, 800, 600)).gif()));
  expect(media.variants?.map(({ width }) => width)).toEqual([320, 640]);
  expect(media.url).toBe(media.variants?.at(-1)?.url);
  const still = await served(media.poster);
  const { pages, width, height } = await sharp(still).metadata();
  expect({ pages, width, height }).toEqual({ pages: undefined, width: 640, height: 480 });
  // The first frame is red, and the second one orange.
  const [red = 0, green = 0, blue = 0] = await sharp(still).raw().toBuffer();
  expect(red).toBeGreaterThan(200);
  expect(Math.max(green, blue)).toBeLessThan(60);
  const made = (await mediaFiles(app)).filter((path) => !before.has(path));
  expect(made).toHaveLength(3);

  await alice.client.call(deleteMedia, { params: { mediaId: media._id } });
  await expect
    .poll(async () => (await mediaFiles(app)).filter((path) => made.includes(path)), {
      timeout: 10_000,
    })
    .toEqual([]);
});

test('an animation that its file turns looks like its still', async () => {
  const turned = await (
    await animation(3, 100, 50)
  )
    .withMetadata({ orientation: 6 })
    .webp()
    .toBuffer();
  const media = await upload(alice, { name: 'a.webp', bytes: new Uint8Array(turned) });
  for (const url of [media.url, media.poster]) {
    const { width, height, pageHeight } = await sharp(await served(url)).metadata();
    expect([width, pageHeight ?? height]).toEqual([media.width, media.height]);
  }
});

test('a still picture has no further still', async () => {
  const media = await upload(alice, await fileOf('a.gif', noise(50, 50).gif()));
  expect(media).not.toHaveProperty('poster');
});

test('a rotated picture becomes upright, with its width and height', async () => {
  const red = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#000' } })
    .composite([
      {
        input: { create: { width: 20, height: 30, channels: 3, background: '#f00' } },
        left: 0,
        top: 0,
      },
    ])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const media = await upload(alice, { name: 'phone.jpg', bytes: new Uint8Array(red) });
  expect([media.width, media.height]).toEqual([30, 60]);
  const { data, info } = await sharp(await served(media.url))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([30, 60]);
  // The former left side is now at the top.
  const redAt = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0;
  expect(redAt(15, 5)).toBeGreaterThan(150);
  expect(redAt(15, 50)).toBeLessThan(80);
});

test('colours are converted to sRGB, without a profile', async () => {
  const wide = await sharp({
    create: { width: 50, height: 50, channels: 3, background: { r: 200, g: 60, b: 60 } },
  })
    .withIccProfile('p3')
    .png()
    .toBuffer();
  const media = await upload(alice, { name: 'p3.png', bytes: new Uint8Array(wide) });
  const shown = await served(media.url);
  const { icc, space } = await sharp(shown).metadata();
  expect([icc, space]).toEqual([undefined, 'srgb']);
  const [red = 0, green = 0] = await sharp(shown).raw().toBuffer();
  expect(Math.abs(red - 200) + Math.abs(green - 60)).toBeLessThan(12);
});

/** Lists the chunk names of a WebP file. Metadata would be `EXIF`, `ICCP` or `XMP `. */
function chunksOf(webp: Buffer): string[] {
  const names: string[] = [];
  for (let at = 12; at < webp.length; at += 8 + 2 * Math.ceil(webp.readUInt32LE(at + 4) / 2))
    names.push(webp.toString('latin1', at, at + 4));
  return names;
}

describe('metadata is removed', () => {
  const secret = 'Elm Street 13';
  const exif = {
    IFD0: { Copyright: secret, Make: secret },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W' },
  };
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${secret}"/></rdf:RDF></x:xmpmeta>`;

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s', async (format) => {
    const file = await fileOf(
      'home.jpg',
      noise(800, 400)
        .toFormat(format, quick(format))
        .withExif(exif)
        .withXmp(xmp)
        .withIccProfile('p3'),
    );
    expect(Buffer.from(file.bytes).includes(secret)).toBe(true);
    const before = new Set(await mediaFiles(app));
    const media = await upload(alice, file);
    const kept = (await mediaFiles(app)).filter((path) => !before.has(path));
    expect(kept).toHaveLength(media.variants?.length ?? 0);
    for (const path of kept) {
      const bytes = await readFile(path);
      expect(chunksOf(bytes), path).toEqual(['VP8 ']);
      // Long enough not to occur in noise by chance.
      for (const word of [secret, 'Exif\0\0', 'xmpmeta', 'adobe:ns', 'rdf-syntax'])
        expect(bytes.includes(word), `${word} in ${path}`).toBe(false);
      const { exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata();
      expect({ exif, xmp, icc, iptc, orientation }).toEqual({});
    }
  });

  test('data after the end of the picture is removed', async () => {
    const picture = await noise(50, 50).jpeg().toBuffer();
    const script = '<script>alert("canary")</script>';
    for (const bytes of [
      Buffer.concat([picture, Buffer.from(script)]),
      Buffer.concat([await noise(50, 50).gif().toBuffer(), Buffer.from(`*/=1;${script}`)]),
    ]) {
      const media = await upload(alice, { name: 'a.html', bytes: new Uint8Array(bytes) });
      expect((await served(media.url)).includes('canary')).toBe(false);
    }
  });
});

test('parallel uploads all succeed', async () => {
  // A new member, because nobody may have more than 20 unattached uploads.
  const bob = await join(app, 'bob');
  const file = await fileOf('a.jpg', noise(900, 600).jpeg());
  const all = await Promise.all(Array.from({ length: 6 }, async () => upload(bob, file)));
  expect(new Set(all.map(({ _id }) => _id)).size).toBe(6);
});
