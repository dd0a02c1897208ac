import { expect, test } from 'vitest';
import { avatarSources, coverSources } from './picture-sources.ts';

const folder = 'https://roost.example/media/01890a5d-ac96-774b-bcce-b302099a8057';

test('pictures of this server have one source per stored width', () => {
  expect(avatarSources(`${folder}/320.webp`)).toBe(
    `${folder}/128.webp 128w, ${folder}/320.webp 320w`,
  );
  expect(coverSources(`${folder}/1280.webp`)).toBe(
    `${folder}/640.webp 640w, ${folder}/1280.webp 1280w`,
  );
});

test('other addresses have no srcset', () => {
  for (const url of ['https://elsewhere.example/me.png', 'blob:https://roost.example/1', ''])
    expect(avatarSources(url)).toBeUndefined();
});
