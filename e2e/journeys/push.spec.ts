import { expect, type Page } from '@playwright/test';
import { getPush, pushKinds } from '@roost/contract/push';
import { call } from '../support/api.ts';
import { sendTextByApi } from '../support/chat-api.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { desktop, phone } from '../support/devices.ts';
import { waitForWorker } from '../support/stored-data.ts';
import { variants } from '../support/matrix.ts';
import { newApiMember, newMember, newName, writePost } from '../support/members.ts';
import { PushDevice } from '../support/push.ts';
import { openSettings } from '../support/settings.ts';
import { test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const onThisDevice = (page: Page) => page.getByRole('switch', { name: 'On this device' });
const subscriptionOf = async (page: Page) => (await call(page, getPush, {})).data.subscription;

async function enablePush(page: Page): Promise<void> {
  await openSettings(page, 'Notifications');
  await onThisDevice(page).click();
  await expect(onThisDevice(page)).toBeChecked();
}

for (const device of variants(phone, desktop)) {
  test(`a message comes to a closed app, and a press opens the chat, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const [me, friend] = [newName('pushed'), newName('pusher')];
    const page = await newMember(browser, me, device);
    const other = await newApiMember(browser, friend);
    const push = await PushDevice.open(page);
    await page.goto('/home');
    await waitForWorker(page);
    await enablePush(page);
    await sendTextByApi(page, friend, 'Write to me');
    const { senderId } = await sendTextByApi(other, me, 'The words of a friend');
    await expect.poll(() => push.waiting.length, { timeout: 20_000 }).toBe(1);
    const [payload] = push.waiting.splice(0);

    await test.step('somebody who looks at the app gets no notification', async () => {
      await push.look(true);
      await push.push(payload!);
      await push.look(false);
      await push.push({ ...payload!, tag: 'sentinel' });
      await expect
        .poll(async () => (await push.shown()).map(({ tag }) => tag))
        .toEqual(['sentinel']);
      await push.press('sentinel');
      await expect.poll(() => push.shown()).toEqual([]);
    });

    await test.step('others get one, and a press opens the chat', async () => {
      await page.goto('/home');
      await push.push(payload!);
      const { tag } = payload!;
      await expect
        .poll(() => push.shown())
        .toEqual([
          {
            title: `${friend} of Roost`,
            body: 'The words of a friend',
            tag,
            isSilent: false,
            buttons: [],
          },
        ]);
      await push.press(tag);
      await page.waitForURL(`**/home/message?with=${senderId._id}`);
      await expect(page.getByText('The words of a friend').first()).toBeVisible();
      expect(await push.shown()).toEqual([]);
    });
  });

  test(`a person chooses what to hear of, and a logout ends it, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('chooser'), device);
    await PushDevice.open(page);
    await page.goto('/home');
    await waitForWorker(page);
    await enablePush(page);
    await checkAccessibility(page, 'the notifications of this device');
    await expect.poll(async () => (await subscriptionOf(page))?.kinds).toEqual(pushKinds);
    await page.getByRole('switch', { name: 'Messages' }).click();
    await page.getByRole('switch', { name: 'Show who and what' }).click();
    await expect
      .poll(async () => subscriptionOf(page))
      .toMatchObject({ kinds: pushKinds.filter((kind) => kind !== 'messages'), preview: false });
    await page.reload();
    await expect(onThisDevice(page)).toBeChecked();
    await expect(page.getByRole('switch', { name: 'Messages' })).not.toBeChecked();
    await onThisDevice(page).click();
    await expect(onThisDevice(page)).not.toBeChecked();
    expect(await subscriptionOf(page)).toBeNull();
    await onThisDevice(page).click();
    // The choice is still there.
    await expect(page.getByRole('switch', { name: 'Messages' })).not.toBeChecked();

    await page.goto('/home');
    await expect(page.getByRole('tab', { name: 'For you' })).toBeVisible();
    await page.context().setOffline(true);
    const account = page.getByRole('button', { name: 'Account' });
    if (await account.isVisible()) await account.click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    await expect
      .poll(async () =>
        page.evaluate(() => [localStorage['roost:push'], localStorage['test:push']]),
      )
      .toEqual([undefined, undefined]);
  });

  test(`the offer on the notifications comes until it is answered, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('offered'), device);
    await PushDevice.open(page, { permission: 'default' });
    const offer = page.getByRole('region', { name: 'Get notifications while Roost is closed?' });
    await page.goto('/home/noti');
    await waitForWorker(page);
    await offer.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByText('Notifications are on for this device.')).toBeVisible();
    await expect(offer).toBeHidden();
    expect((await subscriptionOf(page))?.preview).toBe(true);
  });
}

test('an offer that was declined never comes again', async ({ browser }) => {
  const page = await newMember(browser, newName('declined'), desktop);
  await PushDevice.open(page, { permission: 'default' });
  await page.goto('/home/noti');
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Delete all' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Not now' })).toBeHidden();
  expect(await subscriptionOf(page)).toBeNull();
});

test('a person who forbade notifications reads how to allow them', async ({ browser }) => {
  const page = await newMember(browser, newName('denied'), phone);
  await PushDevice.open(page, { permission: 'denied' });
  await page.goto('/home');
  await openSettings(page, 'Notifications');
  await expect(
    page.getByText('Notifications from Roost are blocked in this browser.'),
  ).toBeVisible();
  await expect(onThisDevice(page)).toBeHidden();
});

test('a mention opens its post', async ({ browser }) => {
  const me = newName('mentioned');
  const page = await newMember(browser, me, desktop);
  const other = await newApiMember(browser, newName('mentions'));
  const push = await PushDevice.open(page);
  await page.goto('/home');
  await waitForWorker(page);
  await enablePush(page);
  const postId = await writePost(other, `Look, @${me}`);
  await expect.poll(() => push.waiting.length, { timeout: 20_000 }).toBe(1);
  await push.deliver();
  await expect
    .poll(async () => (await push.shown()).map(({ body }) => body))
    .toEqual([`Look, @${me}`]);
  await push.press(`post ${postId}`);
  await page.waitForURL(`**/home/post/${postId}`);
});

test('a call rings until it was answered on another device', async ({ browser }) => {
  const page = await newMember(browser, newName('called'), desktop);
  const push = await PushDevice.open(page);
  await page.goto('/home');
  await waitForWorker(page);
  const call = {
    kind: 'calls',
    title: 'A friend is calling',
    body: 'Voice call',
    tag: 'call 1',
    opens: { page: 'notifications' },
    icon: null,
    lang: 'en',
    dir: 'ltr',
    isSilent: false,
    answer: 'Open',
  } as const;
  await push.push(call);
  await expect
    .poll(() => push.shown())
    .toMatchObject([{ title: 'A friend is calling', isSilent: false, buttons: ['Open'] }]);
  const body = 'Answered on another device.';
  await push.push({ ...call, body, isSilent: true, answer: null });
  await expect.poll(() => push.shown()).toMatchObject([{ body, isSilent: true, buttons: [] }]);
  await push.press('call 1');
  await page.waitForURL('**/home/noti');
});

test('the server hears of a subscription that the browser has replaced', async ({ browser }) => {
  const page = await newMember(browser, newName('renewed'), desktop);
  const push = await PushDevice.open(page);
  await page.goto('/home');
  await waitForWorker(page);
  await enablePush(page);
  await page.getByRole('switch', { name: 'Calls' }).click();
  await expect.poll(async () => (await subscriptionOf(page))?.kinds).not.toContain('calls');
  await push.replace('http://127.0.0.1:9999/new');
  await expect
    .poll(async () => subscriptionOf(page))
    .toMatchObject({
      endpoint: 'http://127.0.0.1:9999/new',
      kinds: pushKinds.filter((kind) => kind !== 'calls'),
    });
});
