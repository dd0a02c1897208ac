import { expect, type Page } from '@playwright/test';
import {
  answer,
  arriveCaller,
  callScreen,
  control,
  expectAllClosed,
  expectQuiet,
  expectStatus,
  fellBack,
  follow,
  heard,
  incoming,
  meet,
  outgoing,
  place,
  shows,
  talk,
  test,
  toasts,
  watchConnections,
} from './calls.ts';
import { connect } from './people.ts';

const rested = async (page: Page) => page.waitForTimeout(2_000);

test('a tab that is closed, a line that is cut, a session that ends', async ({ browser }) => {
  const [ann, ben] = await meet(browser);
  await watchConnections(ben.page);
  await connect(ben.page, async () => ben.page.reload());

  await test.step('the tab closed', async () => {
    await talk(ann, ben);
    const other = await ann.page.context().newPage();
    await other.goto('/home');
    await ann.page.close();
    await expect(toasts(ben.page)).toContainText(/Peer left the call|Peer network lost/, {
      timeout: 30_000,
    });
    await expectQuiet(ben.page, other);
    await expectAllClosed(ben.page);
    ann.page = other;
    await rested(other);
  });

  await test.step('the network cut', async () => {
    await talk(ann, ben);
    await ann.page.context().setOffline(true);
    await expect(toasts(ann.page)).toContainText('Network offline');
    await expectQuiet(ann.page);
    await expect(toasts(ben.page)).toContainText('Peer network lost', { timeout: 30_000 });
    await expectQuiet(ben.page);
    await expectAllClosed(ben.page);
    await ann.page.context().setOffline(false);
    await expect(ann.page.getByText('You’re offline.')).toBeHidden();
    await ann.page.waitForTimeout(3_000);
  });

  await test.step('the session ended', async () => {
    await talk(ann, ben);
    await ann.page.request.post('/api/auth/logout');
    await expect(toasts(ben.page)).toContainText('Peer left the call', { timeout: 30_000 });
    await expectQuiet(ben.page);
    await ann.page.waitForURL('**/login');
    await expect(callScreen(ann.page)).toBeHidden();
  });
});

test('all tabs ring; one answers, the others fall silent', async ({ browser }) => {
  const [ann, ben] = await meet(browser);
  const second = await ben.page.context().newPage();
  await second.goto('/home');
  await place(ann, ben);
  for (const page of [ben.page, second]) {
    await expect(incoming(page)).toBeVisible();
    await expect(page).toHaveTitle(/is calling…/);
  }
  const third = await ben.page.context().newPage();
  await third.goto('/home');
  await expect(incoming(third)).toBeVisible();
  await answer(second);
  await expectStatus(second, 'connected');
  await expectQuiet(ben.page, third);
  for (const page of [ben.page, third]) {
    await expect(page).toHaveTitle(/Home \/ Roost$/);
    await expect(toasts(page)).toBeEmpty();
  }

  await test.step('who is in a call is busy, in each tab', async () => {
    await place({ ...ben }, ann);
    await expect(toasts(ben.page)).toContainText('A call is already in progress or incoming.');
    const eve = await arriveCaller(browser, 'eve');
    await follow(ben, eve);
    await shows(fellBack(eve.page), async () => place(eve, ben));
    await expect(toasts(eve.page)).toContainText('This user is in another call.');
    await expect(incoming(ben.page)).toBeHidden();
    await expectStatus(second, 'connected');
  });
  await control(second, 'Hang up').click();
  await expect(toasts(ann.page)).toContainText('Peer left the call');
  await expectQuiet(ann.page, second);
});

test('who call each other at once are in one call', async ({ browser }) => {
  const [ann, ben] = await meet(browser);
  let isHeard = Promise.resolve();
  const connected: Page[] = [];
  for (const [{ page }, other] of [
    [ann, ben],
    [ben, ann],
  ] as const) {
    await watchConnections(page);
    await page.routeWebSocket(/socket\.io/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage(async (message) => {
        if (String(message).startsWith('40')) connected.push(page);
        await isHeard;
        socket.send(message);
      });
    });
    await page.goto(`/home/profile/${other.name}`);
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Video call' })).toBeVisible();
    await expect.poll(() => connected).toContain(page);
  }
  // Neither hears of the other’s call before both have placed theirs.
  const both = Promise.withResolvers<void>();
  isHeard = both.promise;
  for (const { page } of [ann, ben]) {
    await page.getByRole('menuitem', { name: 'Video call' }).click();
    await expect(outgoing(page)).toBeVisible();
  }
  both.resolve();
  for (const { page } of [ann, ben]) {
    await expectStatus(page, 'connected');
    await expect.poll(async () => (await heard(page)).frames).toBeGreaterThan(3);
  }
  await control(ben.page, 'Hang up').click();
  await expectQuiet(ann.page, ben.page);
});

test('nobody there, and no way to them', async ({ browser }) => {
  const [ann, ben] = await meet(browser);

  await test.step('not connected', async () => {
    await ann.page.goto(`/home/profile/${ben.name}`);
    // What it is made of is there.
    await ann.page.getByRole('button', { name: 'Call', exact: true }).click();
    await expect(ann.page.getByRole('menuitem').first()).toBeVisible();
    await ann.page.keyboard.press('Escape');
    await ann.page.context().setOffline(true);
    await place(ann, ben);
    await expect(toasts(ann.page)).toContainText('Socket not connected.');
    await ann.page.context().setOffline(false);
    await connect(ann.page, async () => ann.page.reload());
  });

  await test.step('no relays: failed, told to both, and nothing stays open', async () => {
    await watchConnections(ann.page);
    await ann.page.route('**/api/webrtc/ice-servers', async (route) => {
      await route.fulfill({ json: { status: 'success', iceServers: [] } });
    });
    await connect(ann.page, async () => ann.page.reload());
    await place(ann, ben);
    await answer(ben.page);
    await expectStatus(ann.page, 'failed');
    await expect(callScreen(ann.page)).toContainText('The call could not be set up.');
    await expect(toasts(ben.page)).toContainText('Peer left the call');
    await expectQuiet(ann.page, ben.page);
    await expectAllClosed(ann.page);
    await rested(ann.page);
  });

  await test.step('offline', async () => {
    await ben.page.close();
    await expect(async () => {
      await rested(ann.page);
      await place(ann, ben);
      await expect(toasts(ann.page)).toContainText('This user is offline.', { timeout: 10_000 });
    }).toPass();
    await expect(outgoing(ann.page)).toBeHidden();
  });
});

test('devices come first: seen before the first call, explained when they are refused', async ({
  browser,
}) => {
  const [ann, ben] = await meet(browser);
  await ann.page.evaluate(() => localStorage.removeItem('roost:devices'));
  await watchConnections(ann.page);
  const preview = ann.page.getByRole('dialog', { name: `Call ${ben.fullName}` });

  await test.step('a camera that is taken: a voice call is what is left', async () => {
    await ann.page.addInitScript(() => {
      const { mediaDevices } = navigator;
      const open = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (constraints) => {
        if (constraints?.video && sessionStorage.getItem('taken'))
          throw new DOMException('', 'NotReadableError');
        return open(constraints);
      };
    });
    await ann.page.goto(`/home/profile/${ben.name}`);
    await ann.page.evaluate(() => sessionStorage.setItem('taken', 'yes'));
    await place(ann, ben);
    await expect(preview).toContainText('Your camera is used by another program.');
    await expect(preview.getByRole('button', { name: 'Start voice call' })).toBeEnabled();
    await ann.page.evaluate(() => sessionStorage.removeItem('taken'));
    await preview.getByRole('button', { name: 'Try again' }).click();
    await expect(preview.getByLabel('Your picture')).toBeVisible();
    await expect(preview).not.toContainText('Your camera is used');
  });

  await test.step('seen and heard, then given up: nothing stays open', async () => {
    const meter = preview.getByRole('meter', { name: 'Microphone level' });
    await expect
      .poll(async () => Number(await meter.getAttribute('aria-valuenow')), { intervals: [50] })
      .toBeGreaterThan(10);
    await preview.getByRole('button', { name: 'Cancel' }).click();
    await expect(preview).toBeHidden();
    await expectAllClosed(ann.page);
    await expect(ann.page.getByRole('button', { name: 'Call', exact: true })).toBeFocused();
  });

  await test.step('then the call; the next one needs no look', async () => {
    await place(ann, ben);
    await preview.getByRole('button', { name: 'Start video call' }).click();
    await expect(incoming(ben.page)).toBeVisible();
    await outgoing(ann.page).getByRole('button', { name: 'Cancel' }).click();
    await expectQuiet(ann.page, ben.page);
    await expectAllClosed(ann.page);
    await rested(ann.page);
    await place(ann, ben);
    await expect(incoming(ben.page)).toBeVisible();
    await outgoing(ann.page).getByRole('button', { name: 'Cancel' }).click();
    await expectQuiet(ann.page, ben.page);
  });

  await test.step('who answers without a microphone is told, and can listen', async () => {
    await ben.page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = async () => {
        throw new DOMException('', 'NotAllowedError');
      };
    });
    await rested(ann.page);
    await place(ann, ben);
    await answer(ben.page);
    await expectStatus(ben.page, 'connected');
    await expect(callScreen(ben.page).getByRole('alert')).toContainText(
      'Roost may not use your microphone.',
    );
    await expect(callScreen(ann.page).getByLabel(`${ben.fullName} is muted`)).toBeVisible();
    await control(ann.page, 'Hang up').click();
    await expectQuiet(ann.page, ben.page);
  });
});
