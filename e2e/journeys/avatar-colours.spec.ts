import { expect } from '@playwright/test';
import { desktop } from '../support/devices.ts';
import { newMember, newName, newApiMember } from '../support/members.ts';
import { test } from '../support/test.ts';

test('members without pictures have their own colours, readable in every theme', async ({
  browser,
}) => {
  const names = Array.from({ length: 4 }, () => newName('hue'));
  for (const name of names) await newApiMember(browser, name);
  const page = await newMember(browser, newName('looks'), desktop);
  /** Returns the painted colours of the avatar on the open profile, and the cover's background. */
  const coloursIn = async (theme: string, name: string) => {
    await page.evaluate((to) => (document.documentElement.dataset['theme'] = to), theme);
    const region = page.getByRole('region', { name: `About @${name}` });
    const letter = region.locator('[data-own-colours]');
    await expect(letter).toHaveText('H');
    const painted = await letter.evaluate((element) => {
      const { backgroundColor, color } = getComputedStyle(element);
      const pen = document.createElement('canvas').getContext('2d')!;
      const lightness = (paint: string) => {
        pen.fillStyle = paint;
        pen.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((value) => {
          const share = value / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
      };
      const [low, high] = [lightness(backgroundColor), lightness(color)].sort((a, b) => a - b);
      return { backgroundColor, contrast: (high! + 0.05) / (low! + 0.05) };
    });
    const sky = await region
      .locator('[data-cover]')
      .evaluate((element) => getComputedStyle(element).backgroundImage);
    return { ...painted, sky };
  };
  const themes = ['light', 'dim', 'dark'];
  /** Opens a profile and returns its colours in each theme. */
  const coloursOf = async (name: string) => {
    await page.goto(`/home/profile/${name}`);
    const found = [];
    for (const theme of themes) found.push(await coloursIn(theme, name));
    return found;
  };
  const people = [];
  for (const name of names) people.push(await coloursOf(name));
  for (const n of themes.keys()) {
    const looks = people.map((each) => each[n]!);
    for (const { contrast } of looks) expect(contrast).toBeGreaterThanOrEqual(4.5);
    expect(new Set(looks.map(({ sky }) => sky)).size).toBeGreaterThan(1);
    expect(new Set(looks.map(({ backgroundColor }) => backgroundColor)).size).toBeGreaterThan(1);
  }
  expect(await coloursOf(names[0]!)).toEqual(people[0]);
});
