import { expect, type Page } from '@playwright/test';
import {
  callScreen,
  control,
  expectMoving,
  expectAllClosed,
  expectQuiet,
  heard,
  meet,
  shows,
  talk,
  test,
  watchConnections,
  type Watched,
} from './calls.ts';
import { connect } from './people.ts';
import { inEveryTheme } from './themes.ts';

const remote = (page: Page) => callScreen(page).getByLabel(/^(Picture|Screen) of/);
const isSeen = async (page: Page, isIt: boolean) =>
  expect(remote(page)).toHaveAttribute('aria-hidden', String(!isIt));
const notice = (page: Page, words: string) => callScreen(page).getByText(words, { exact: true });

/** Whether sound comes; looked at over a while. */
async function loudness(page: Page): Promise<number> {
  const before = (await heard(page)).energy;
  await page.waitForTimeout(1_500);
  return (await heard(page)).energy - before;
}

test('muted and unseen, by buttons and keys; the other one is told', async ({ browser }) => {
  const [ann, ben] = await meet(browser);
  for (const { page } of [ann, ben]) await watchConnections(page);
  await connect(ben.page, async () => ben.page.reload());
  await talk(ann, ben);
  await isSeen(ben.page, true);
  await expect.poll(async () => loudness(ben.page)).toBeGreaterThan(0.0001);

  await test.step('muted', async () => {
    await control(ann.page, 'Mute').click();
    await expect(callScreen(ben.page).getByLabel(`${ann.fullName} is muted`)).toBeVisible();
    await expect.poll(async () => loudness(ben.page)).toBeLessThan(0.0001);
    await ann.page.keyboard.press('m');
    await expect(callScreen(ben.page).getByLabel(`${ann.fullName} is muted`)).toBeHidden();
    await expect.poll(async () => loudness(ben.page)).toBeGreaterThan(0.0001);
  });

  await test.step('camera off, its light too', async () => {
    await ann.page.keyboard.press('v');
    await isSeen(ben.page, false);
    await expect(ben.page.getByText(`${ann.fullName}’s camera is off`)).toBeVisible();
    await expect(control(ann.page, 'Turn camera on')).toBeVisible();
    expect(
      await ann.page.evaluate(() =>
        (window as unknown as { tracks: MediaStreamTrack[] }).tracks
          .filter(({ kind }) => kind === 'video')
          .map(({ readyState }) => readyState),
      ),
    ).toEqual(['ended']);
    await ann.page.keyboard.press('v');
    await isSeen(ben.page, true);
    await expectMoving(ben.page);
  });

  await test.step('each sound by its slider', async () => {
    await control(ann.page, 'Sound and devices').click();
    const voice = callScreen(ann.page).getByRole('slider', { name: 'Voice' });
    await expect(voice).toHaveAttribute('min', '0');
    await expect(voice).toHaveAttribute('max', '2');
    await voice.fill('0');
    await expect.poll(async () => loudness(ben.page)).toBeLessThan(0.0001);
    await voice.fill('2');
    await expect.poll(async () => loudness(ben.page)).toBeGreaterThan(0.0001);
    // A key of the panel's own is no key of the call's.
    await callScreen(ann.page).getByLabel('Microphone').focus();
    await ann.page.keyboard.press('m');
    await expect(control(ann.page, 'Mute')).toBeVisible();
    await inEveryTheme(ann.page, 'call');
    await ann.page.keyboard.press('Escape');
    await expect(voice).toBeHidden();
    await expect(callScreen(ann.page)).toBeVisible();
  });
});

test('a screen is shown and taken back, by one at a time', async ({ browser }) => {
  const [ann, ben] = await meet(browser);
  for (const { page } of [ann, ben]) await watchConnections(page);
  await connect(ben.page, async () => ben.page.reload());
  await talk(ann, ben);

  await control(ann.page, 'Share screen').click();
  await expect(callScreen(ben.page).getByLabel(`Screen of ${ann.fullName}`)).toBeVisible();
  await expectMoving(ben.page);

  await test.step('not by both at once', async () => {
    const words = notice(ben.page, 'Only one user can share the screen at a time.');
    await shows(words, async () => ben.page.keyboard.press('s'));
    await expect(words).toBeHidden();
  });

  await test.step('nor with another camera', async () => {
    await control(ann.page, 'Sound and devices').click();
    const camera = callScreen(ann.page).getByLabel('Camera', { exact: true });
    const words = notice(ann.page, 'Stop screen sharing before switching camera.');
    await shows(words, async () => camera.dispatchEvent('change'));
    await expect(words).toBeHidden();
    await ann.page.keyboard.press('Escape');
  });

  await test.step('a screen is seen although the camera is off', async () => {
    await control(ann.page, 'Turn camera off').click();
    await expect(control(ann.page, 'Turn camera on')).toBeVisible();
    await isSeen(ben.page, true);
    await control(ann.page, 'Turn camera on').click();
    await expect(control(ann.page, 'Turn camera off')).toBeVisible();
  });

  await test.step('back to the camera', async () => {
    await control(ann.page, 'Stop sharing').click();
    await expect(callScreen(ben.page).getByLabel(`Picture of ${ann.fullName}`)).toBeVisible();
    await expectMoving(ben.page);
  });

  await test.step('then the other one may; the browser’s own button ends it, too', async () => {
    await control(ben.page, 'Share screen').click();
    await expect(callScreen(ann.page).getByLabel(`Screen of ${ben.fullName}`)).toBeVisible();
    await ben.page.evaluate(() => {
      const { tracks } = window as unknown as { tracks: MediaStreamTrack[] };
      const screen = tracks.findLast(({ contentHint }) => contentHint === 'detail');
      screen?.stop();
      screen?.dispatchEvent(new Event('ended'));
    });
    await expect(control(ben.page, 'Share screen')).toBeVisible();
    await expect(callScreen(ann.page).getByLabel(`Picture of ${ben.fullName}`)).toBeVisible();
    await expectMoving(ann.page);
  });
  await control(ben.page, 'Hang up').click();
  await expectQuiet(ann.page, ben.page);
});

test('controls step back, but not from whoever uses them', async ({ browser }) => {
  const [ann, ben] = await meet(browser);
  await talk(ann, ben);
  const { page } = ann;
  const shown = page.locator('[data-shown]');
  const isShown = async (isIt: boolean) =>
    expect(shown).toHaveAttribute('data-shown', String(isIt));

  await page.mouse.move(600, 300);
  await isShown(true);
  await isShown(false);
  await page.mouse.move(620, 310);
  await isShown(true);

  await test.step('a press leaves nothing behind; the keyboard’s focus keeps them', async () => {
    await control(page, 'Mute').click();
    await isShown(false);
    await page.keyboard.press('Tab');
    await control(page, 'Unmute').focus();
    await page.waitForTimeout(6_000);
    await isShown(true);
  });

  await test.step('one’s own picture moves from corner to corner, goes and comes', async () => {
    const corner = page.locator('[data-corner]');
    const own = callScreen(page).getByRole('button', { name: /^Your picture/ });
    await expect(corner).toHaveAttribute('data-corner', 'bottom right');
    await own.focus();
    await page.keyboard.press('ArrowUp');
    await expect(corner).toHaveAttribute('data-corner', 'top right');
    const box = (await own.boundingBox())!;
    await page.mouse.move(box.x + 20, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(300, 600, { steps: 8 });
    await page.mouse.up();
    await expect(corner).toHaveAttribute('data-corner', 'bottom left');
    await control(page, 'Hide my picture').click();
    await expect(own).toBeHidden();
    await expect(control(page, 'Show my picture')).toBeFocused();
    await control(page, 'Show my picture').click();
    await expect(corner).toHaveAttribute('data-corner', 'bottom left');
  });

  await test.step('the focus stays inside', async () => {
    for (let n = 0; n < 14; n += 1) {
      await page.keyboard.press('Tab');
      // Past the last of them it is for a frame at what leads it back to the first.
      await expect(callScreen(page).locator(':focus')).toHaveCount(1);
    }
  });

  await test.step('full screen is left by Esc, the call is not', async () => {
    await control(page, 'Full screen').click();
    await expect(control(page, 'Leave full screen')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(control(page, 'Full screen')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(callScreen(page)).toBeVisible();
  });

  await test.step('picture in picture, which goes with the call', async () => {
    const inPicture = async () =>
      page.evaluate(() => document.pictureInPictureElement?.getAttribute('aria-label') ?? '');
    await control(page, 'Picture in picture').click();
    await expect.poll(inPicture).toBe(`Picture of ${ben.fullName}`);
    await control(page, 'Picture in picture').click();
    await expect.poll(inPicture).toBe('');
    await control(page, 'Picture in picture').click();
    await expect.poll(inPicture).toBe(`Picture of ${ben.fullName}`);
    await control(ben.page, 'Hang up').click();
    await expectQuiet(page, ben.page);
    await expect.poll(inPicture).toBe('');
  });
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A page has two cameras; as on phones one looks at whoever holds it, if cameras tell. Before it is loaded. */
async function holdTwoCameras(page: Page, isTold: boolean): Promise<void> {
  await page.addInitScript(
    (facing: string[] | null) => {
      const { mediaDevices } = navigator;
      const enumerate = mediaDevices.enumerateDevices.bind(mediaDevices);
      // The second of those that the browser makes up measures distances, of which it sends no picture.
      mediaDevices.enumerateDevices = async () =>
        (await enumerate()).filter(({ label }) => label !== 'fake_device_1');
      if (!facing) return;
      const open = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (constraints = {}) => {
        const { video, ...rest } = constraints as { video?: MediaTrackConstraints };
        if (!video) return open(constraints);
        const { facingMode, ...wanted } = video;
        const way = facingMode === 'environment' ? facingMode : 'user';
        const cameras = (await mediaDevices.enumerateDevices()).filter(
          ({ kind }) => kind === 'videoinput',
        );
        const { deviceId } = cameras[facing.indexOf(way)] ?? {};
        const stream = await open({
          ...rest,
          video: deviceId ? { ...wanted, deviceId: { exact: deviceId } } : wanted,
        });
        for (const track of stream.getVideoTracks()) {
          const settings = track.getSettings();
          track.getSettings = () => ({ ...settings, facingMode: way });
        }
        return stream;
      };
    },
    isTold ? ['user', 'environment'] : null,
  );
}

/** Cameras that a page has opened, in their order, and whether the last alone is open and sent. */
async function camerasOf(page: Page): Promise<{ ids: (string | undefined)[]; isSent: boolean }> {
  return page.evaluate(() => {
    const { made, tracks } = window as unknown as Watched;
    const cameras = tracks.filter(({ kind }) => kind === 'video');
    const last = cameras.at(-1);
    const open = cameras.filter(({ readyState }) => readyState === 'live');
    const sent =
      made
        .at(-1)
        ?.getSenders()
        .map(({ track }) => track) ?? [];
    return {
      ids: cameras.map((track) => track.getSettings().deviceId),
      isSent: last !== undefined && open.length === 1 && open[0] === last && sent.includes(last),
    };
  });
}

for (const isTold of [true, false])
  test(`on a phone the camera is flipped${isTold ? '' : ', also where none says which way it looks'}`, async ({
    browser,
  }) => {
    const [ann, ben] = await meet(browser, phone);
    for (const { page } of [ann, ben]) {
      await holdTwoCameras(page, isTold);
      await watchConnections(page);
      await connect(page, async () => page.reload());
    }
    await talk(ann, ben);
    await expectMoving(ben.page);
    const own = callScreen(ann.page).locator('[data-corner] video');
    const isMirror = async () => own.evaluate((video) => getComputedStyle(video).scale);
    const before = await camerasOf(ann.page);
    expect(before).toEqual({ ids: [expect.any(String)], isSent: true });
    const [first] = before.ids;
    await expect.poll(isMirror).toMatch(/^-1/);

    await control(ann.page, 'Switch camera').click();
    await expect
      .poll(async () => camerasOf(ann.page))
      .toEqual({ ids: [first, expect.not.stringMatching(String(first))], isSent: true });
    if (isTold) await expect.poll(isMirror).not.toMatch(/^-1/);
    await expectMoving(ben.page);

    await control(ann.page, 'Switch camera').click();
    await expect
      .poll(async () => camerasOf(ann.page))
      .toEqual({ ids: [first, expect.any(String), first], isSent: true });
    await expect.poll(isMirror).toMatch(/^-1/);
    await expectMoving(ben.page);
    await isSeen(ben.page, true);
    await control(ann.page, 'Hang up').click();
    await expectQuiet(ann.page, ben.page);
    await expectAllClosed(ann.page);
  });
