// Long because it holds the stories of each way in which a call ends.
import { expect, type Page } from '@playwright/test';
import * as auth from '@roost/contract/auth';
import * as calls from '@roost/contract/calls';
import {
  answer,
  newCaller,
  callScreen,
  control,
  coolDown,
  expectAllClosed,
  expectNoCall,
  expectStatus,
  rejectedAlert,
  follow,
  receivedMedia,
  incoming,
  newCallerPair,
  outgoing,
  startCall,
  expectShownDuring,
  connectCall,
  test,
  toasts,
  watchConnections,
} from '../support/calls.ts';
import { connect } from '../support/members.ts';
import { call } from '../support/api.ts';
import { urlOf } from '../support/endpoint-urls.ts';

test('a call ends when a tab closes, a network fails or a session ends', async ({ browser }) => {
  const [ann, ben] = await newCallerPair(browser, {}, watchConnections);

  await test.step('the caller closes the tab', async () => {
    await connectCall(ann, ben);
    const other = await ann.page.context().newPage();
    await other.goto('/home');
    await ann.page.close();
    await expect(toasts(ben.page)).toContainText(/Peer left the call|Peer network lost/, {
      timeout: 30_000,
    });
    await expectNoCall(ben.page, other);
    await expectAllClosed(ben.page);
    ann.page = other;
    await coolDown(other);
  });

  await test.step('the caller loses the network', async () => {
    await connectCall(ann, ben);
    await ann.page.context().setOffline(true);
    await expect(toasts(ann.page)).toContainText('Network offline');
    await expectNoCall(ann.page);
    await expect(toasts(ben.page)).toContainText('Peer network lost', { timeout: 30_000 });
    await expectNoCall(ben.page);
    await expectAllClosed(ben.page);
    await ann.page.context().setOffline(false);
    await expect(ann.page.getByText('You’re offline.')).toBeHidden();
    await connect(ann.page, async () => ann.page.reload());
    await coolDown(ann.page);
  });

  await test.step('the caller’s session ends', async () => {
    await connectCall(ann, ben);
    await call(ann.page, auth.logout, {});
    await expect(toasts(ben.page)).toContainText('Peer left the call', { timeout: 30_000 });
    await expectNoCall(ben.page);
    await ann.page.waitForURL('**/login');
    await expect(callScreen(ann.page)).toBeHidden();
  });
});

test('the alert of an ended call offers to call again after the cool-down', async ({ browser }) => {
  const [ann, ben] = await newCallerPair(browser);
  await connectCall(ann, ben);
  await control(ann.page, 'Hang up').click();
  const alert = ben.page.getByRole('status').filter({ hasText: `${ann.fullName} left the call.` });
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: 'Call again' }).click();
  await expect(outgoing(ben.page)).toBeVisible();
  await expect(alert).toBeHidden();
  await answer(ann.page);
  for (const { page } of [ann, ben]) await expectStatus(page, 'connected');
});

/** Returns the seconds that the call timer shows. */
async function secondsOf(page: Page): Promise<number> {
  const text = await callScreen(page).getByRole('timer').textContent();
  const [minutes = 0, seconds = 0] = (text ?? '').split(':').map(Number);
  return minutes * 60 + seconds;
}

for (const who of ['caller', 'callee'] as const)
  test(`a call continues after a reload by the ${who}, muted as before`, async ({ browser }) => {
    const [ann, ben] = await newCallerPair(browser, {}, watchConnections);
    await connectCall(ann, ben);
    const [reloading, waiting] = who === 'caller' ? [ann, ben] : [ben, ann];
    await control(reloading.page, 'Mute').click();
    await expect(
      callScreen(waiting.page).getByLabel(`${reloading.fullName} is muted`),
    ).toBeVisible();
    await expect.poll(async () => secondsOf(reloading.page)).toBeGreaterThan(7);
    const before = await secondsOf(reloading.page);
    await reloading.page.reload();
    for (const { page } of [reloading, waiting]) await expectStatus(page, 'connected');
    expect(await secondsOf(reloading.page)).toBeGreaterThanOrEqual(before);
    await expect(control(reloading.page, 'Unmute')).toBeVisible();
    for (const page of [ann.page, ben.page]) {
      const before = await receivedMedia(page);
      await expect
        .poll(async () => (await receivedMedia(page)).frames, { timeout: 30_000 })
        .toBeGreaterThan(before.frames);
    }
    await control(waiting.page, 'Hang up').click();
    await expectNoCall(ann.page, ben.page);
  });

test('every tab rings, and an answer silences the others', async ({ browser }) => {
  const [ann, ben] = await newCallerPair(browser);
  const second = await ben.page.context().newPage();
  await second.goto('/home');
  await startCall(ann, ben);
  for (const page of [ben.page, second]) {
    await expect(incoming(page)).toBeVisible();
    await expect(page).toHaveTitle(/is calling…/);
  }
  const third = await ben.page.context().newPage();
  await third.goto('/home');
  await expect(incoming(third)).toBeVisible();
  await answer(second);
  await expectStatus(second, 'connected');
  await expectNoCall(ben.page, third);
  await expect(ben.page).toHaveTitle(new RegExp(`@${ann.name} / Roost$`));
  await expect(third).toHaveTitle(/Home \/ Roost$/);
  for (const page of [ben.page, third]) await expect(toasts(page)).toBeEmpty();

  await test.step('a member in a call is busy in every tab', async () => {
    await coolDown(ben.page);
    await startCall({ ...ben }, ann);
    await expect(toasts(ben.page)).toContainText('A call is already in progress or incoming.');
    const eve = await newCaller(browser, 'eve');
    await follow(ben, eve);
    await expectShownDuring(rejectedAlert(eve.page), async () => startCall(eve, ben));
    await expect(toasts(eve.page)).toContainText('This user is in another call.');
    await expect(incoming(ben.page)).toBeHidden();
    await expectStatus(second, 'connected');
  });
  await control(second, 'Hang up').click();
  await expect(toasts(ann.page)).toContainText('Peer left the call');
  await expectNoCall(ann.page, second);
});

test('two members who call each other at once join one call', async ({ browser }) => {
  const [ann, ben] = await newCallerPair(browser);
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
  // Delivers no message before both members have placed their call.
  const both = Promise.withResolvers<void>();
  isHeard = both.promise;
  for (const { page } of [ann, ben]) {
    await page.getByRole('menuitem', { name: 'Video call' }).click();
    await expect(outgoing(page)).toBeVisible();
  }
  both.resolve();
  for (const { page } of [ann, ben]) {
    await expectStatus(page, 'connected');
    await expect.poll(async () => (await receivedMedia(page)).frames).toBeGreaterThan(3);
  }
  await control(ben.page, 'Hang up').click();
  await expectNoCall(ann.page, ben.page);
});

test('a call fails when there is no connection, no relay or nobody online', async ({ browser }) => {
  const [ann, ben] = await newCallerPair(browser);

  await test.step('the caller is not connected', async () => {
    await ann.page.goto(`/home/profile/${ben.name}`);
    // Opens the menu once, so that its code is loaded.
    await ann.page.getByRole('button', { name: 'Call', exact: true }).click();
    await expect(ann.page.getByRole('menuitem').first()).toBeVisible();
    await ann.page.keyboard.press('Escape');
    await ann.page.context().setOffline(true);
    await startCall(ann, ben);
    await expect(toasts(ann.page)).toContainText('Socket not connected.');
    await ann.page.context().setOffline(false);
    await connect(ann.page, async () => ann.page.reload());
  });

  await test.step('without relays the call fails for both, and closes everything', async () => {
    await watchConnections(ann.page);
    await ann.page.route(urlOf(calls.getIceServers), async (route) => {
      await route.fulfill({ json: { status: 'success', iceServers: [] } });
    });
    await connect(ann.page, async () => ann.page.reload());
    await startCall(ann, ben);
    await answer(ben.page);
    await expectStatus(ann.page, 'failed');
    await expect(callScreen(ann.page)).toContainText('The call could not be set up.');
    await expect(toasts(ben.page)).toContainText('Peer left the call');
    await expectNoCall(ann.page, ben.page);
    await expectAllClosed(ann.page);
    await coolDown(ann.page);
  });

  await test.step('the callee is offline', async () => {
    await ben.page.close();
    await expect(async () => {
      await coolDown(ann.page);
      await startCall(ann, ben);
      await expect(toasts(ann.page)).toContainText('This user is offline.', { timeout: 10_000 });
    }).toPass();
    await expect(outgoing(ann.page)).toBeHidden();
  });
});

test('the device preview precedes the first call and explains a refusal', async ({ browser }) => {
  const [ann, ben] = await newCallerPair(browser);
  await ann.page.evaluate(() => localStorage.removeItem('roost:devices'));
  await watchConnections(ann.page);
  const preview = ann.page.getByRole('dialog', { name: `Call ${ben.fullName}` });

  await test.step('when another program uses the camera, the preview offers a voice call', async () => {
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
    await startCall(ann, ben);
    await expect(preview).toContainText('Your camera is used by another program.');
    await expect(preview.getByRole('button', { name: 'Start voice call' })).toBeEnabled();
    await ann.page.evaluate(() => sessionStorage.removeItem('taken'));
    await preview.getByRole('button', { name: 'Try again' }).click();
    await expect(preview.getByLabel('Your picture')).toBeVisible();
    await expect(preview).not.toContainText('Your camera is used');
  });

  await test.step('Cancel closes the preview and releases its devices', async () => {
    const meter = preview.getByRole('meter', { name: 'Microphone level' });
    await expect
      .poll(async () => Number(await meter.getAttribute('aria-valuenow')), { intervals: [50] })
      .toBeGreaterThan(10);
    await preview.getByRole('button', { name: 'Cancel' }).click();
    await expect(preview).toBeHidden();
    await expectAllClosed(ann.page);
    await expect(ann.page.getByRole('button', { name: 'Call', exact: true })).toBeFocused();
  });

  await test.step('the next call starts without the preview', async () => {
    await startCall(ann, ben);
    await preview.getByRole('button', { name: 'Start video call' }).click();
    await expect(incoming(ben.page)).toBeVisible();
    await outgoing(ann.page).getByRole('button', { name: 'Cancel' }).click();
    await expectNoCall(ann.page, ben.page);
    await expectAllClosed(ann.page);
    await coolDown(ann.page);
    await startCall(ann, ben);
    await expect(incoming(ben.page)).toBeVisible();
    await outgoing(ann.page).getByRole('button', { name: 'Cancel' }).click();
    await expectNoCall(ann.page, ben.page);
  });

  await test.step('a callee without a microphone sees a warning and can listen', async () => {
    await ben.page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = async () => {
        throw new DOMException('', 'NotAllowedError');
      };
    });
    await coolDown(ann.page);
    await startCall(ann, ben);
    await answer(ben.page);
    await expectStatus(ben.page, 'connected');
    await expect(callScreen(ben.page).getByRole('alert')).toContainText(
      'Roost may not use your microphone.',
    );
    await expect(callScreen(ann.page).getByLabel(`${ben.fullName} is muted`)).toBeVisible();
    await control(ann.page, 'Hang up').click();
    await expectNoCall(ann.page, ben.page);
  });
});
