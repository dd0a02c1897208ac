import { expect } from '@playwright/test';
import {
  answer,
  control,
  expectQuiet,
  expectStatus,
  fellBack,
  heard,
  idOf,
  incoming,
  expectAllClosed,
  leftOpen,
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

test('ring, answer, see and hear each other, hang up', async ({ browser }) => {
  const [ann, ben] = await meet(browser);
  for (const { page } of [ann, ben]) await watchConnections(page);
  await connect(ben.page, async () => ben.page.reload());
  await place(ann, ben);

  await test.step('it rings on both sides', async () => {
    await expect(outgoing(ann.page)).toContainText(ben.fullName);
    await expect(incoming(ben.page)).toContainText(ann.fullName);
    await expect(incoming(ben.page)).toContainText('Incoming video call');
    await expect(ben.page).toHaveTitle(`${ann.fullName} is calling…`);
    // Not before it is answered.
    expect((await leftOpen(ben.page)).filter((each) => !each.startsWith('sound'))).toEqual([]);
  });

  await answer(ben.page);
  for (const { page } of [ann, ben]) {
    await expectStatus(page, 'connected');
    await expect.poll(async () => (await heard(page)).frames).toBeGreaterThan(5);
    await expect.poll(async () => (await heard(page)).energy).toBeGreaterThan(0);
    await expect(page.getByRole('timer', { name: 'Call duration' })).toHaveText(/^0:\d\d$/);
    await expect(page.getByRole('img', { name: /connection$/ })).toBeVisible();
  }
  await expect(ben.page).not.toHaveTitle(/calling/);

  // However slow the machine, no time passes for it: it is too soon for another call.
  await ann.page.clock.setFixedTime(Date.now());
  await control(ann.page, 'Hang up').click();
  await expect(toasts(ben.page)).toContainText('Peer left the call');
  await expectQuiet(ann.page, ben.page);
  await expect(toasts(ann.page)).toBeEmpty();
  await expect(fellBack(ann.page)).toBeHidden();
  await expectAllClosed(ann.page, ben.page);
  await expect(ann.page.getByRole('button', { name: 'Call', exact: true })).toBeFocused();

  await test.step('too soon for another one; then the other one hangs up', async () => {
    await place(ann, ben);
    await expect(toasts(ann.page)).toContainText('Please wait before trying to call again.');
    await ann.page.waitForTimeout(2_000);
    await ann.page.clock.setFixedTime(Date.now() + 2_000);
    await talk(ann, ben);
    await control(ben.page, 'Hang up').click();
    await expect(toasts(ann.page)).toContainText('Peer left the call');
    await expectQuiet(ann.page, ben.page);
  });
});

test('a voice call from the chat, with the camera turned on later', async ({ browser }) => {
  const [ann, ben] = await meet(browser);
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
  await expectQuiet(ann.page, ben.page);
});

test('declined, cancelled, not answered, busy', async ({ browser }) => {
  const [ann, ben] = await meet(browser);

  await test.step('declined', async () => {
    await place(ann, ben);
    const decline = incoming(ben.page).getByRole('button', { name: 'Decline' });
    await shows(fellBack(ann.page), async () => decline.click());
    await expectQuiet(ann.page, ben.page);
    await expect(fellBack(ann.page)).toBeHidden();
    await ann.page.waitForTimeout(2_000);
  });

  await test.step('missed: called back from the chat', async () => {
    await place(ann, ben, 'Voice call');
    await expect(incoming(ben.page)).toBeVisible();
    await outgoing(ann.page).getByRole('button', { name: 'Cancel' }).click();
    await expectQuiet(ann.page, ben.page);
    await ben.page.goto(`/home/message?with=${await idOf(ben, ann)}`);
    await ben.page.waitForTimeout(2_000);
    const missed = ben.page.getByRole('log').getByRole('button', { name: 'Call back' });
    await missed.last().click();
    await expect(incoming(ann.page)).toContainText('Incoming voice call');
    const decline = incoming(ann.page).getByRole('button', { name: 'Decline' });
    await shows(fellBack(ben.page), async () => decline.click());
    await expectQuiet(ann.page, ben.page);
    await ann.page.waitForTimeout(2_000);
  });

  await test.step('cancelled; Esc is no way out', async () => {
    await place(ann, ben);
    await expect(incoming(ben.page)).toBeVisible();
    await ann.page.keyboard.press('Escape');
    await ben.page.keyboard.press('Escape');
    await expect(incoming(ben.page)).toBeVisible();
    const cancel = outgoing(ann.page).getByRole('button', { name: 'Cancel' });
    await shows(fellBack(ann.page), async () => cancel.click());
    await expectQuiet(ann.page, ben.page);
    await ann.page.waitForTimeout(2_000);
  });

  await test.step('not answered', async () => {
    await place(ann, ben);
    await expect(incoming(ben.page)).toBeVisible();
    await Promise.all([
      expect(toasts(ann.page)).toContainText('No answer.', { timeout: 60_000 }),
      expect(fellBack(ann.page)).toBeVisible({ timeout: 60_000 }),
    ]);
    await expectQuiet(ann.page, ben.page);
    await ann.page.waitForTimeout(2_000);
  });
});
