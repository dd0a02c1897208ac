import { expect, test } from 'vitest';
import { inMegabytes } from '../../../lib/megabytes.ts';
import { judgeFiles, judgePictures } from './file-rules.ts';

const MB = 1_048_576;
const own = { files: 4, imageBytes: 2 * MB, videoBytes: 50 * MB };
const premium = { files: 8, imageBytes: 5 * MB, videoBytes: 200 * MB };
const file = (name: string, type: string, size = 1000) => ({ name, type, size });

test('kinds are known by type, else by the name’s ending', () => {
  const files = [file('a.jpg', 'image/jpeg'), file('b.mov', ''), file('c.heic', 'image/heic')];
  const { accepted, problems } = judgeFiles(files, 0, { own });
  expect(accepted.map(({ kind }) => kind)).toEqual(['image', 'video']);
  expect(problems).toEqual([expect.stringContaining('c.heic can’t be posted.')]);
});

test('a video over the limit is named with both limits; at the limit it is taken', () => {
  const { accepted, problems } = judgeFiles(
    [file('big.mp4', 'video/mp4', 50 * MB + 1), file('ok.mp4', 'video/mp4', 50 * MB)],
    0,
    { own, premium },
  );
  expect(accepted).toHaveLength(1);
  expect(problems).toEqual([
    'big.mp4 is too large (51 MB). Videos can have up to 50 MB, with Premium 200 MB.',
  ]);
  expect(
    judgeFiles([file('big.mp4', 'video/mp4', 201 * MB)], 0, { own: premium }).problems,
  ).toEqual(['big.mp4 is too large (201 MB). Videos can have up to 200 MB.']);
});

test('a picture over the limit is taken: it can be made smaller', () => {
  expect(judgeFiles([file('a.png', 'image/png', 9 * MB)], 0, { own }).accepted).toHaveLength(1);
});

test('more than there is room for are left out, and that is said', () => {
  const files = ['a', 'b', 'c'].map((name) => file(`${name}.png`, 'image/png'));
  const { accepted, problems } = judgeFiles(files, 2, { own, premium });
  expect(accepted.map(({ file: { name } }) => name)).toEqual(['a.png', 'b.png']);
  expect(problems).toEqual(['A post can have up to 4 files, with Premium 8.']);
});

test('an empty file is said to be empty; without known limits nothing else is judged', () => {
  const files = [file('a.png', 'image/png', 0), file('b.mp4', 'video/mp4', 900 * MB)];
  const { accepted, problems } = judgeFiles(files, 99, undefined);
  expect(accepted).toHaveLength(1);
  expect(problems).toEqual(['a.png is empty.']);
});

test('a message takes pictures only, and only so many', () => {
  const files = [
    file('a.mp4', 'video/mp4'),
    file('b.png', 'image/png', 0),
    ...['c', 'd', 'e'].map((name) => file(`${name}.png`, 'image/png', 9 * MB)),
  ];
  const { accepted, problems } = judgePictures(files, 2, 4);
  expect(accepted.map(({ file: { name } }) => name)).toEqual(['c.png', 'd.png']);
  expect(problems).toEqual([
    'a.mp4 can’t be sent. Choose JPEG, PNG, WebP, GIF or AVIF pictures.',
    'b.png is empty.',
    'A message can have up to 4 pictures.',
  ]);
});

test('sizes in words', () => {
  expect([2 * MB, 2.41 * MB, 50 * MB + 1].map(inMegabytes)).toEqual(['2 MB', '2.5 MB', '51 MB']);
});
