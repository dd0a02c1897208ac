import { beforeEach, describe, expect, test } from 'vitest';
import type { ErrorCode } from '@roost/contract/errors';
import { tiers } from '@roost/contract/limits';
import { startAppForFile } from '../../../test/support/app.ts';
import { gifOf, jpegThatClaims, pngOf } from '../../../test/support/bombs.ts';
import { join } from '../../../test/support/cast.ts';
import { expectFailure } from '../../../test/support/failure.ts';
import {
  animation,
  fileOf,
  mediaFiles,
  noise,
  send,
  sendPost,
  upload,
  type TestFile,
} from '../../../test/support/media.ts';

const app = await startAppForFile();
const alice = await join(app, 'alice');
// Starts the worker processes, so that the measurements below exclude their start.
await upload(alice, { name: 'a.png', bytes: new Uint8Array(await noise(9, 9).png().toBuffer()) });

let before: string[];
beforeEach(async () => {
  before = await mediaFiles(app);
});

async function refused(file: TestFile, code: ErrorCode): Promise<string> {
  const response = await send(alice, file);
  const { message } = await expectFailure(response, code);
  expect(await mediaFiles(app)).toEqual(before);
  return message;
}

/** The server judges a bomb by its header. */
const BOMB_TIMEOUT_MS = 1_000;

async function refusedBomb(file: TestFile): Promise<string> {
  const started = performance.now();
  const message = await refused(file, 'bad_input');
  expect(performance.now() - started).toBeLessThan(BOMB_TIMEOUT_MS);
  return message;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const hex = (text: string, length = 5_000) => {
  const bytes = new Uint8Array(length);
  bytes.set(Buffer.from(text.replace(/\s/g, ''), 'hex'));
  return bytes;
};

describe('files of other kinds are refused, whatever their name', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const kinds: [string, Uint8Array<ArrayBuffer>][] = [
    ['SVG', bytesOf(svg)],
    ['SVG with a prolog', bytesOf(`<?xml version="1.0"?>${svg}`)],
    ['HTML', bytesOf('<!doctype html><script>alert(1)</script>')],
    ['a script', bytesOf('alert(1)//')],
    ['PDF', bytesOf('%PDF-1.7\n')],
    ['EPS', bytesOf('%!PS-Adobe-3.0 EPSF-3.0\n')],
    ['MVG', bytesOf('push graphic-context\nviewbox 0 0 640 480\n')],
    ['BMP', hex('424d 8a00 0000')],
    ['ICO', hex('0000 0100 0100')],
    ['PSD', hex('3842 5053 0001')],
    ['HEIC', hex('0000 0018 6674 7970 6865 6963 0000 0000')],
    ['JPEG XL', hex('ff0a')],
    ['MP3', hex('4944 3303 0000')],
    ['ZIP', hex('504b 0304')],
    ['an ELF program', hex('7f45 4c46')],
    ['AVI', hex('5249 4646 0000 0000 4156 4920')],
    ['bytes of nothing', hex('')],
    ['one byte', hex('ff', 1)],
  ];
  test.each(kinds)('%s', async (_, bytes) => {
    const message = await refused({ name: 'holiday.jpg', bytes }, 'unsupported_media_type');
    expect(message).toContain('“holiday.jpg”');
  });

  test('TIFF', async () => {
    const bytes = new Uint8Array(await noise(10, 10).tiff().toBuffer());
    await refused({ name: 'a.png', bytes }, 'unsupported_media_type');
  });

  test('Matroska that is not WebM, and a video as a poster', async () => {
    await refused(
      { name: 'a.webm', bytes: hex('1a45 dfa3 8b42 8288 6d61 7472 6f73 6b61') },
      'unsupported_media_type',
    );
  });
});

describe('decompression bombs', () => {
  test('a PNG of 900 megapixels', async () => {
    const bytes = pngOf(30_000, 30_000);
    expect(bytes.length).toBeLessThan(8_000);
    expect(await refusedBomb({ name: 'b.png', bytes })).toContain('megapixels');
  });

  test('a JPEG that claims four gigapixels', async () => {
    await refusedBomb({ name: 'b.jpg', bytes: await jpegThatClaims(65_500, 65_500) });
  });

  test('a GIF of 10,000 frames, and a huge one of few frames', async () => {
    await refusedBomb({ name: 'b.gif', bytes: gifOf(10_000, 10, 10) });
    await refusedBomb({ name: 'b.gif', bytes: gifOf(300, 700, 700) });
  });

  test('a WebP of 450 frames', async () => {
    const moving = (await animation(450, 4, 4)).webp({ effort: 0 });
    await refusedBomb(await fileOf('b.webp', moving));
  });

  test('bombs delay nobody else', async () => {
    const bombs = Array.from({ length: 8 }, async () =>
      send(alice, { name: 'b.png', bytes: pngOf(7_000, 7_000) }),
    );
    const times: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const started = Date.now();
      expect((await app.client().fetch('/ready')).status).toBe(200);
      times.push(Date.now() - started);
    }
    expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(200);
    for (const bomb of await Promise.all(bombs)) expect([201, 400]).toContain(bomb.status);
  });
});

describe('broken files', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('half a %s', async (format) => {
    const whole = await noise(120, 120).toFormat(format).toBuffer();
    const bytes = new Uint8Array(whole.subarray(0, whole.length / 2));
    expect(await refused({ name: 'half', bytes }, 'bad_input')).toContain('“half” is damaged');
  });

  test('an empty file', async () => {
    const message = await refused({ name: 'empty.png', bytes: new Uint8Array() }, 'bad_input');
    expect(message).toBe('“empty.png” is empty.');
  });

  test('a request without a file', async () => {
    await expectFailure(
      await alice.client.fetch('/api/media', { method: 'POST', body: new FormData() }),
      'bad_input',
    );
  });
});

describe('limits on size', () => {
  /** Returns bytes that begin like a PNG and continue with noise. */
  const sized = (bytes: number) => hex('89504e470d0a1a0a 0000000d49484452', bytes);

  test('a file of the limit is accepted, and one more byte is refused', async () => {
    const most = tiers.free.imageBytes;
    expect(await refused({ name: 'big.png', bytes: sized(most + 1) }, 'too_large')).toMatch(
      /“big.png” is too large: a picture can have 2 MB/,
    );
    await refused({ name: 'big.png', bytes: sized(most) }, 'bad_input');
  });

  test('premium members have higher limits until Premium ends', async () => {
    const set = async (until: Date) => {
      await app.ctx.db
        .updateTable('users')
        .set({ premium_until: until })
        .where('id', '=', alice.id)
        .execute();
      app.ctx.sessions.forget(alice.id);
    };
    const file = { name: 'big.png', bytes: sized(tiers.free.imageBytes + 1) };
    await set(new Date(Date.now() + 60_000));
    await refused(file, 'bad_input');
    await refused({ name: 'x', bytes: sized(tiers.premium.imageBytes + 1) }, 'too_large');
    await set(new Date(Date.now() - 1_000));
    await refused(file, 'too_large');
  });
});

describe('limits on number', () => {
  test('the refusal names the fifth file', async () => {
    const png = new Uint8Array(await noise(5, 5).png().toBuffer());
    const files = [1, 2, 3, 4, 5].map((n) => ({ name: `${n}.png`, bytes: png }));
    const { message } = await expectFailure(await sendPost(alice, {}, files), 'bad_input');
    expect(message).toContain('“5.png” is one too many');
    expect(await mediaFiles(app)).toEqual(before);
  });

  test('one bad file among good ones leaves no files', async () => {
    const png = new Uint8Array(await noise(5, 5).png().toBuffer());
    const files = [
      { name: 'good.png', bytes: png },
      { name: 'bad.png', bytes: png.slice(0, 50) },
    ];
    const { message } = await expectFailure(
      await sendPost(alice, { content: 'x' }, files),
      'bad_input',
    );
    expect(message).toContain('“bad.png”');
    expect(await mediaFiles(app)).toEqual(before);
  });
});

describe('file names never reach the disk', () => {
  test.each([
    '../../../../etc/passwd',
    '..\\..\\boot.ini',
    '/etc/cron.d/x',
    'a\0b.png',
    'x'.repeat(4_096),
    'CON',
    '.htaccess',
    '\u202egnp.exe',
  ])('%s', async (name) => {
    const bytes = new Uint8Array(await noise(5, 5).png().toBuffer());
    const response = await send(alice, { name, bytes });
    expect([201, 400]).toContain(response.status);
    const added = (await mediaFiles(app)).filter((path) => !before.includes(path));
    for (const path of added)
      expect(path).toMatch(/\/media\/files\/[\da-f]{2}\/[\da-f-]{36}\/\d+\.webp$/);
  });

  test('a long file name is shortened in the answer', async () => {
    const name = `<b>${'é'.repeat(3_000)}`;
    const message = await refused({ name, bytes: hex('00') }, 'unsupported_media_type');
    expect(message.length).toBeLessThan(250);
  });
});
