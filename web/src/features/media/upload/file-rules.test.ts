import { expect, test } from 'vitest';
import { inMegabytes } from '../../../lib/format/megabytes.ts';
import { checkFiles, checkPictures } from './file-rules.ts';

const MB = 1_048_576;
const own = { files: 4, imageBytes: 2 * MB, videoBytes: 50 * MB };
const premium = { files: 8, imageBytes: 5 * MB, videoBytes: 200 * MB };
const file = (name: string, type: string, size = 1000) => ({ name, type, size });

test('knows a kind by its type, or by the name’s ending', () => {
  const files = [file('a.jpg', 'image/jpeg'), file('b.mov', ''), file('c.heic', 'image/heic')];
  const { accepted, problems } = checkFiles(files, 0, { own });
  expect(accepted.map(({ kind }) => kind)).toEqual(['image', 'video']);
  expect(problems).toEqual([expect.stringContaining('c.heic can’t be posted.')]);
});

test('accepts a video at the limit, and names both limits above it', () => {
  const { accepted, problems } = checkFiles(
    [file('big.mp4', 'video/mp4', 50 * MB + 1), file('ok.mp4', 'video/mp4', 50 * MB)],
    0,
    { own, premium },
  );
  expect(accepted).toHaveLength(1);
  expect(problems).toEqual([
    'big.mp4 is too large (51 MB). Videos can have up to 50 MB, with Premium 200 MB.',
  ]);
  expect(
    checkFiles([file('big.mp4', 'video/mp4', 201 * MB)], 0, { own: premium }).problems,
  ).toEqual(['big.mp4 is too large (201 MB). Videos can have up to 200 MB.']);
});

test('accepts a picture over the limit, because it can be compressed', () => {
  expect(checkFiles([file('a.png', 'image/png', 9 * MB)], 0, { own }).accepted).toHaveLength(1);
});

test('leaves out files above the maximum count, and says so', () => {
  const files = ['a', 'b', 'c'].map((name) => file(`${name}.png`, 'image/png'));
  const { accepted, problems } = checkFiles(files, 2, { own, premium });
  expect(accepted.map(({ file: { name } }) => name)).toEqual(['a.png', 'b.png']);
  expect(problems).toEqual(['A post can have up to 4 files, with Premium 8.']);
});

test('rejects an empty file, and nothing else without known limits', () => {
  const files = [file('a.png', 'image/png', 0), file('b.mp4', 'video/mp4', 900 * MB)];
  const { accepted, problems } = checkFiles(files, 99, undefined);
  expect(accepted).toHaveLength(1);
  expect(problems).toEqual(['a.png is empty.']);
});

test('a message accepts only pictures, up to its limit', () => {
  const files = [
    file('a.mp4', 'video/mp4'),
    file('b.png', 'image/png', 0),
    ...['c', 'd', 'e'].map((name) => file(`${name}.png`, 'image/png', 9 * MB)),
  ];
  const { accepted, problems } = checkPictures(files, 2, 4);
  expect(accepted.map(({ file: { name } }) => name)).toEqual(['c.png', 'd.png']);
  expect(problems).toEqual([
    'a.mp4 can’t be sent. Choose JPEG, PNG, WebP, GIF or AVIF pictures.',
    'b.png is empty.',
    'A message can have up to 4 pictures.',
  ]);
});

test('formats sizes', () => {
  expect([2 * MB, 2.41 * MB, 50 * MB + 1].map(inMegabytes)).toEqual(['2 MB', '2.5 MB', '51 MB']);
});
