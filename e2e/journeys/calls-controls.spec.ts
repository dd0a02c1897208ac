// Long because it holds the stories of each control in a call.
import { expect, type Page } from '@playwright/test';
import {
  callScreen,
  control,
  expectFramesArriving,
  expectAllClosed,
  expectNoCall,
  receivedMedia,
  newCallerPair,
  expectShownDuring,
  connectCall,
  test,
  watchConnections,
  type Watched,
} from '../support/calls.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { desktop, phone as narrow } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';

const remote = (page: Page) => callScreen(page).getByLabel(/^(Picture|Screen) of/);
const expectVideoShown = async (page: Page, isExpected: boolean) =>
  expect(remote(page)).toHaveAttribute('aria-hidden', String(!isExpected));
const notice = (page: Page, words: string) => callScreen(page).getByText(words, { exact: true });

/** Returns the received audio energy of 1.5 s. The energy needs this time to add up. */
async function loudness(page: Page): Promise<number> {
  const before = (await receivedMedia(page)).energy;
  await page.waitForTimeout(1_500);
  return (await receivedMedia(page)).energy - before;
}

test('buttons and keys mute the sound and turn off the camera @matrix', async ({ browser }) => {
  const [ann, ben] = await newCallerPair(browser, {}, watchConnections);
  await connectCall(ann, ben);
  await expectVideoShown(ben.page, true);
  await expect.poll(async () => loudness(ben.page)).toBeGreaterThan(0.0001);

  await test.step('Mute silences the member and shows it to the other', async () => {
    await control(ann.page, 'Mute').click();
    await expect(callScreen(ben.page).getByLabel(`${ann.fullName} is muted`)).toBeVisible();
    await expect.poll(async () => loudness(ben.page)).toBeLessThan(0.0001);
    await ann.page.keyboard.press('m');
    await expect(callScreen(ben.page).getByLabel(`${ann.fullName} is muted`)).toBeHidden();
    await expect.poll(async () => loudness(ben.page)).toBeGreaterThan(0.0001);
  });

  await test.step('turning the camera off stops its track', async () => {
    await ann.page.keyboard.press('v');
    await expectVideoShown(ben.page, false);
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
    await expectVideoShown(ben.page, true);
    await expectFramesArriving(ben.page);
  });

  await test.step('a slider changes the volume of each sound', async () => {
    await control(ann.page, 'Sound and devices').click();
    const voice = callScreen(ann.page).getByRole('slider', { name: 'Voice' });
    await expect(voice).toHaveAttribute('min', '0');
    await expect(voice).toHaveAttribute('max', '2');
    await voice.fill('0');
    await expect.poll(async () => loudness(ben.page)).toBeLessThan(0.0001);
    await voice.fill('2');
    await expect.poll(async () => loudness(ben.page)).toBeGreaterThan(0.0001);
    // Keys pressed in the panel do not control the call.
    await callScreen(ann.page).getByLabel('Microphone').focus();
    await ann.page.keyboard.press('m');
    await expect(control(ann.page, 'Mute')).toBeVisible();
    await checkAccessibility(ann.page, 'call');
    await ann.page.keyboard.press('Escape');
    await expect(voice).toBeHidden();
    await expect(callScreen(ann.page)).toBeVisible();
  });
});

test('members share a screen one at a time', async ({ browser }) => {
  const [ann, ben] = await newCallerPair(browser, {}, watchConnections);
  await connectCall(ann, ben);

  await control(ann.page, 'Share screen').click();
  await expect(callScreen(ben.page).getByLabel(`Screen of ${ann.fullName}`)).toBeVisible();
  await expectFramesArriving(ben.page);

  await test.step('the second member cannot share at the same time', async () => {
    const words = notice(ben.page, 'Only one user can share the screen at a time.');
    await expectShownDuring(words, async () => ben.page.keyboard.press('s'));
    await expect(words).toBeHidden();
  });

  await test.step('the camera cannot be switched during a share', async () => {
    await control(ann.page, 'Sound and devices').click();
    const camera = callScreen(ann.page).getByLabel('Camera', { exact: true });
    const words = notice(ann.page, 'Stop screen sharing before switching camera.');
    await expectShownDuring(words, async () => camera.dispatchEvent('change'));
    await expect(words).toBeHidden();
    await ann.page.keyboard.press('Escape');
  });

  await test.step('a shared screen is visible while the camera is off', async () => {
    await control(ann.page, 'Turn camera off').click();
    await expect(control(ann.page, 'Turn camera on')).toBeVisible();
    await expectVideoShown(ben.page, true);
    await control(ann.page, 'Turn camera on').click();
    await expect(control(ann.page, 'Turn camera off')).toBeVisible();
  });

  await test.step('the camera returns after the share', async () => {
    await control(ann.page, 'Stop sharing').click();
    await expect(callScreen(ben.page).getByLabel(`Picture of ${ann.fullName}`)).toBeVisible();
    await expectFramesArriving(ben.page);
  });

  await test.step('then the other member shares, and the browser’s button ends the share', async () => {
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
    await expectFramesArriving(ann.page);
  });
  await control(ben.page, 'Hang up').click();
  await expectNoCall(ann.page, ben.page);
});

for (const device of variants(narrow, desktop))
  test(`controls stay while no picture is behind them, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const [ann, ben] = await newCallerPair(browser, device);
    await connectCall(ann, ben);
    await control(ben.page, 'Turn camera off').click();
    await expect(callScreen(ann.page)).toContainText('camera is off');
    const shown = ({ page }: typeof ann) => page.locator('[data-shown]');
    await ann.page.mouse.move(200, 300);
    await ann.page.mouse.move(220, 310);
    await ben.page.mouse.move(200, 300);
    await ben.page.mouse.move(220, 310);
    // Ben sees a picture, and his controls would hide last. So by then Ann's would be hidden too.
    await expect(shown(ben)).toHaveAttribute('data-shown', 'false', { timeout: 30_000 });
    await expect(shown(ann)).toHaveAttribute('data-shown', 'true');
    await control(ann.page, 'Hang up').click();
    await expectNoCall(ann.page, ben.page);
  });

test('controls hide after a pause, but not while they have keyboard focus', async ({ browser }) => {
  const [ann, ben] = await newCallerPair(browser);
  await connectCall(ann, ben);
  const { page } = ann;
  const shown = page.locator('[data-shown]');
  const isShown = async (isExpected: boolean) =>
    expect(shown).toHaveAttribute('data-shown', String(isExpected));

  await page.mouse.move(600, 300);
  await isShown(true);
  await isShown(false);
  await page.mouse.move(620, 310);
  await isShown(true);

  await test.step('a click does not keep the controls visible, but keyboard focus does', async () => {
    await control(page, 'Mute').click();
    await isShown(false);
    await page.keyboard.press('Tab');
    await control(page, 'Unmute').focus();
    // The other member's controls hide last, so by then these controls would be hidden too.
    const theirs = ben.page.locator('[data-shown]');
    await ben.page.mouse.move(600, 300);
    await ben.page.mouse.move(620, 310);
    await expect(theirs).toHaveAttribute('data-shown', 'true');
    await expect(theirs).toHaveAttribute('data-shown', 'false');
    await isShown(true);
  });

  await test.step('the own picture moves between corners, hides and shows', async () => {
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

  await test.step('the focus stays inside the call screen', async () => {
    for (let n = 0; n < 14; n += 1) {
      await page.keyboard.press('Tab');
      // After the last control, the focus guard has the focus for one frame and moves it to the first.
      await expect(callScreen(page).locator(':focus')).toHaveCount(1);
    }
  });

  await test.step('Escape leaves full screen, but not the call', async () => {
    await control(page, 'Full screen').click();
    await expect(control(page, 'Leave full screen')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(control(page, 'Full screen')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(callScreen(page)).toBeVisible();
  });

  await test.step('picture in picture opens, and closes with the call', async () => {
    const inPicture = async () =>
      page.evaluate(() => document.pictureInPictureElement?.getAttribute('aria-label') ?? '');
    await control(page, 'Picture in picture').click();
    await expect.poll(inPicture).toBe(`Picture of ${ben.fullName}`);
    await control(page, 'Picture in picture').click();
    await expect.poll(inPicture).toBe('');
    await control(page, 'Picture in picture').click();
    await expect.poll(inPicture).toBe(`Picture of ${ben.fullName}`);
    await control(ben.page, 'Hang up').click();
    await expectNoCall(page, ben.page);
    await expect.poll(inPicture).toBe('');
  });
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Gives the page two cameras: front and back, as on phones. With `namesFacing`, tracks tell their direction. Call it
 * before the page loads.
 */
async function fakeTwoCameras(page: Page, namesFacing: boolean): Promise<void> {
  await page.addInitScript(
    (facing: string[] | null) => {
      const { mediaDevices } = navigator;
      const enumerate = mediaDevices.enumerateDevices.bind(mediaDevices);
      // The second fake device of the browser is a depth camera, which sends no picture.
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
    namesFacing ? ['user', 'environment'] : null,
  );
}

/** Returns the opened cameras in order. `isSent` is true if only the last one is open and sent. */
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

for (const namesFacing of [true, false])
  test(`a phone switches the camera${namesFacing ? '' : ' if cameras do not tell their direction'}`, async ({
    browser,
  }) => {
    const [ann, ben] = await newCallerPair(browser, phone, async (page) => {
      await fakeTwoCameras(page, namesFacing);
      await watchConnections(page);
    });
    await connectCall(ann, ben);
    await expectFramesArriving(ben.page);
    const own = callScreen(ann.page).locator('[data-corner] video');
    const mirrorScale = async () => own.evaluate((video) => getComputedStyle(video).scale);
    const before = await camerasOf(ann.page);
    expect(before).toEqual({ ids: [expect.any(String)], isSent: true });
    const [first] = before.ids;
    await expect.poll(mirrorScale).toMatch(/^-1/);

    await control(ann.page, 'Switch camera').click();
    await expect
      .poll(async () => camerasOf(ann.page))
      .toEqual({ ids: [first, expect.not.stringMatching(String(first))], isSent: true });
    if (namesFacing) await expect.poll(mirrorScale).not.toMatch(/^-1/);
    await expectFramesArriving(ben.page);

    await control(ann.page, 'Switch camera').click();
    await expect
      .poll(async () => camerasOf(ann.page))
      .toEqual({ ids: [first, expect.any(String), first], isSent: true });
    await expect.poll(mirrorScale).toMatch(/^-1/);
    await expectFramesArriving(ben.page);
    await expectVideoShown(ben.page, true);
    await control(ann.page, 'Hang up').click();
    await expectNoCall(ann.page, ben.page);
    await expectAllClosed(ann.page);
  });
