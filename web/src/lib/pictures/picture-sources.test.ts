import { afterEach, expect, test } from 'vitest';
import { dataSaver } from '../page/saves-data.ts';
import { avatarSources, coverSources, mediaSources } from './picture-sources.ts';

const folder = 'https://roost.example/media/01890a5d-ac96-774b-bcce-b302099a8057';
const avatar = `${folder}/320.webp`;
const cover = `${folder}/1280.webp`;
const picture = {
  type: 'image' as const,
  url: `${folder}/2048.webp`,
  variants: [320, 640, 1_280, 2_048].map((width) => ({ url: `${folder}/${width}.webp`, width })),
};
const widthsOf = ({ srcSet }: { srcSet: string | undefined }) =>
  srcSet?.split(', ').map((source) => source.split(' ')[1]);

afterEach(() => dataSaver.set('system'));

test('pictures of this server have one source per stored width', () => {
  expect(avatarSources(avatar)).toEqual({
    src: avatar,
    srcSet: `${folder}/128.webp 128w, ${folder}/320.webp 320w`,
  });
  expect(widthsOf(coverSources(cover))).toEqual(['640w', '1280w']);
  expect(widthsOf(mediaSources(picture))).toEqual(['320w', '640w', '1280w', '2048w']);
  expect(mediaSources(picture).src).toBe(picture.url);
});

test('other addresses have no srcset', () => {
  for (const url of ['https://elsewhere.example/me.png', 'blob:https://roost.example/1', ''])
    expect(avatarSources(url)).toEqual({ src: url, srcSet: undefined });
});

test('the data saver leaves out the wide files', () => {
  dataSaver.set('on');
  expect(widthsOf(mediaSources(picture))).toEqual(['320w', '640w']);
  expect(widthsOf(mediaSources(picture, { isFull: true }))).toEqual(['320w', '640w', '1280w']);
  expect(widthsOf(avatarSources(avatar))).toEqual(['128w']);
  expect(widthsOf(coverSources(cover))).toEqual(['640w']);
});

test('the data saver shows a picture that has wide files only', () => {
  dataSaver.set('on');
  const wide = { type: 'image' as const, url: cover, variants: [{ url: cover, width: 1_280 }] };
  expect(widthsOf(mediaSources(wide))).toEqual(['1280w']);
});

test('an animated picture shows its still until it moves', () => {
  const animated = { ...picture, poster: `${folder}/poster.webp` };
  expect(mediaSources(animated)).toEqual({ src: animated.poster, srcSet: undefined });
  expect(mediaSources(animated, { isMoving: true })).toEqual(mediaSources(picture));
});
