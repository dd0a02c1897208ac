import { expect } from '@playwright/test';
import { withMotion } from '../support/devices.ts';
import {
  answer,
  control,
  coolDown,
  expectNoCall,
  expectStatus,
  rejectedAlert,
  receivedMedia,
  idOf,
  incoming,
  expectAllClosed,
  openResources,
  newCallerPair,
  outgoing,
  startCall,
  expectShownDuring,
  connectCall,
  test,
  toasts,
  watchConnections,
} from '../support/calls.ts';

test('two members call, answer, see and hear each other, and hang up', async ({ browser }) => {
  const [ann, ben] = await newCallerPair(browser, withMotion, watchConnections);
  await startCall(ann, ben);

  await test.step('both sides ring', async () => {
    await expect(outgoing(ann.page)).toContainText(ben.fullName);
    await expect(incoming(ben.page)).toContainText(ann.fullName);
    await expect(incoming(ben.page)).toContainText('Incoming video call');
    await expect(ben.page).toHaveTitle(`${ann.fullName} is calling…`);
    // No device opens before the answer.
    expect((await openResources(ben.page)).filter((each) => !each.startsWith('sound'))).toEqual([]);
  });

  await answer(ben.page);
  for (const { page } of [ann, ben]) {
    await expectStatus(page, 'connected');
    await expect.poll(async () => (await receivedMedia(page)).frames).toBeGreaterThan(5);
    await expect.poll(async () => (await receivedMedia(page)).energy).toBeGreaterThan(0);
    await expect(page.getByRole('timer', { name: 'Call duration' })).toHaveText(/^0:\d\d$/);
    await expect(page.getByRole('img', { name: /connection$/ })).toBeVisible();
  }
  await expect(ben.page).not.toHaveTitle(/calling/);

  // With a stopped clock the next call is within the cool-down, even on a slow machine.
  await ann.page.evaluate(() => {
    const stoppedAt = performance.now();
    performance.now = () => stoppedAt;
  });
  await control(ann.page, 'Hang up').click();
  await expect(toasts(ben.page)).toContainText('Peer left the call');
  await expectNoCall(ann.page, ben.page);
  await expect(toasts(ann.page)).toBeEmpty();
  await expect(rejectedAlert(ann.page)).toBeHidden();
  await expectAllClosed(ann.page, ben.page);
  await expect(ann.page.getByRole('button', { name: 'Call', exact: true })).toBeFocused();

  await test.step('the next call waits for the cool-down, and the callee can hang up', async () => {
    await startCall(ann, ben);
    await expect(toasts(ann.page)).toContainText('Please wait before trying to call again.');
    await coolDown(ann.page);
    await ann.page.evaluate(() => Reflect.deleteProperty(performance, 'now'));
    await connectCall(ann, ben);
    await control(ben.page, 'Hang up').click();
    await expect(toasts(ann.page)).toContainText('Peer left the call');
    await expectNoCall(ann.page, ben.page);
  });
});

test('a voice call from a chat can turn on the camera', async ({ browser }) => {
  const [ann, ben] = await newCallerPair(browser);
  await ann.page.goto(`/home/message?with=${await idOf(ann, ben)}`);
  await ann.page.getByRole('button', { name: 'Voice call' }).click();
  await expect(incoming(ben.page)).toContainText('Incoming voice call');
  await answer(ben.page, 'Accept audio-only');
  for (const [{ page }, other] of [
    [ann, ben],
    [ben, ann],
  ] as const) {
    await expectStatus(page, 'connected');
    await expect(page.getByText(`${other.fullName}’s camera is off`)).toBeVisible();
  }
  await control(ann.page, 'Turn camera on').click();
  await expect(ben.page.getByText(`${ann.fullName}’s camera is off`)).toBeHidden();
  await expect(ben.page.getByLabel(`Picture of ${ann.fullName}`)).toHaveAttribute(
    'aria-hidden',
    'false',
  );
  await control(ann.page, 'Hang up').click();
  await expectNoCall(ann.page, ben.page);
});

test('a call is declined, and a missed call is called back from the chat', async ({ browser }) => {
  const [ann, ben] = await newCallerPair(browser);

  await test.step('the callee declines', async () => {
    await startCall(ann, ben);
    const decline = incoming(ben.page).getByRole('button', { name: 'Decline' });
    await expectShownDuring(rejectedAlert(ann.page), async () => decline.click());
    await expectNoCall(ann.page, ben.page);
    await expect(rejectedAlert(ann.page)).toBeHidden();
    await coolDown(ann.page);
  });

  await test.step('the callee calls back from the missed call in the chat', async () => {
    await startCall(ann, ben, 'Voice call');
    await expect(incoming(ben.page)).toBeVisible();
    await outgoing(ann.page).getByRole('button', { name: 'Cancel' }).click();
    await expectNoCall(ann.page, ben.page);
    await ben.page.goto(`/home/message?with=${await idOf(ben, ann)}`);
    await coolDown(ben.page);
    const missed = ben.page.getByRole('log').getByRole('button', { name: 'Call back' });
    await missed.last().click();
    await expect(incoming(ann.page)).toContainText('Incoming voice call');
    const decline = incoming(ann.page).getByRole('button', { name: 'Decline' });
    await expectShownDuring(rejectedAlert(ben.page), async () => decline.click());
    await expectNoCall(ann.page, ben.page);
  });
});

test('the caller cancels a call, and Escape does not', async ({ browser }) => {
  const [ann, ben] = await newCallerPair(browser);
  await startCall(ann, ben);
  await expect(incoming(ben.page)).toBeVisible();
  await ann.page.keyboard.press('Escape');
  await ben.page.keyboard.press('Escape');
  await expect(incoming(ben.page)).toBeVisible();
  const cancel = outgoing(ann.page).getByRole('button', { name: 'Cancel' });
  await expectShownDuring(rejectedAlert(ann.page), async () => cancel.click());
  await expectNoCall(ann.page, ben.page);
});

test('an unanswered call ends', async ({ browser }) => {
  // The call rings for 30 s (playwright.config.ts).
  test.setTimeout(90_000);
  const [ann, ben] = await newCallerPair(browser);
  await startCall(ann, ben);
  await expect(incoming(ben.page)).toBeVisible();
  await Promise.all([
    expect(toasts(ann.page)).toContainText('No answer.', { timeout: 60_000 }),
    expect(rejectedAlert(ann.page)).toBeVisible({ timeout: 60_000 }),
  ]);
  await expectNoCall(ann.page, ben.page);
});
