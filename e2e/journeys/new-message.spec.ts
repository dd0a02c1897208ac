import { expect, type Browser, type Page } from '@playwright/test';
import * as search from '@roost/contract/search';
import { refuseMessages, empty, newChatMembers, panel, rowOf } from '../support/chat-screens.ts';
import { sendTextByApi } from '../support/chat-api.ts';
import { UNMATCHED_NAME } from '../support/members.ts';
import { test } from '../support/test.ts';
import { urlOf } from '../support/endpoint-urls.ts';

/** The dialog in which a member chooses the recipient of a new chat. */
function newMessageDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'New Message' });
  const box = dialog.getByRole('combobox', { name: 'To' });
  const option = (username: string) =>
    dialog.getByRole('option', { name: new RegExp(`@${username}`) });
  /** Presses the arrow key until this person is highlighted, and then Enter. */
  const chooseByKeyboard = async (username: string) => {
    const id = (await option(username).getAttribute('id')) ?? '';
    await expect(async () => {
      await box.press('ArrowDown');
      expect(await box.getAttribute('aria-activedescendant')).toBe(id);
    }).toPass();
    await box.press('Enter');
  };
  return {
    dialog,
    box,
    next: dialog.getByRole('button', { name: 'Next' }),
    option,
    chooseByKeyboard,
  };
}

/** Opens New Message for a member without conversations. */
async function openNewMessage(browser: Browser) {
  const members = await newChatMembers(browser);
  const { page } = members;
  await page.goto('/home/message');
  await expect(empty(page)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'New Message' }).last().click();
  return { ...members, ...newMessageDialog(page) };
}

test('New Message asks for a name until somebody is found', async ({ browser }) => {
  const { dialog, box, next } = await openNewMessage(browser);
  await expect(box).toBeFocused();
  await expect(dialog.getByText('Start typing to search for users.')).toBeVisible();
  await box.fill(' n ');
  await expect(dialog.getByText('Start typing to search for users.')).toBeVisible();
  await box.fill(UNMATCHED_NAME);
  await expect(dialog.getByText('No users found.')).toBeVisible();
  await expect(next).toBeDisabled();
});

test('a failed search for recipients can be retried', async ({ browser }) => {
  const { token, name, page, ann, ben, dialog, box, option } = await openNewMessage(browser);
  const failing = urlOf(search.searchUsers);
  await page.route(failing, async (route) => route.abort());
  await box.fill(token);
  await expect(dialog.getByRole('alert')).toContainText('Error searching users');
  await page.unroute(failing);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  for (const other of [ann, ben]) await expect(option(other.name)).toBeVisible();
  await expect(option(name)).toBeHidden();
});

test('the keyboard selects one recipient only', async ({ browser }) => {
  const { token, ann, ben, dialog, box, option, chooseByKeyboard } = await openNewMessage(browser);
  await box.fill(token);
  await expect(option(ben.name)).toBeVisible();
  await box.focus();
  await expect(box).toHaveAttribute('aria-expanded', 'true');
  await chooseByKeyboard(ben.name);
  await expect(option(ben.name)).toHaveAttribute('aria-selected', 'true');
  await chooseByKeyboard(ann.name);
  const notice = dialog.getByText('Only one user can be selected.');
  await expect(notice).toBeVisible();
  await expect(notice).toBeHidden();
  await expect(option(ben.name)).toHaveAttribute('aria-selected', 'true');
  await expect(option(ann.name)).toHaveAttribute('aria-selected', 'false');
});

test('after a refusal, the member chooses another recipient', async ({ browser }) => {
  const { token, page, ann, ben, dialog, box, next, option, chooseByKeyboard } =
    await openNewMessage(browser);
  await refuseMessages(ben);

  await test.step('a recipient who refuses messages is named at once, and nothing is lost', async () => {
    await box.fill(token);
    await chooseByKeyboard(ben.name);
    await next.click();
    await expect(dialog.getByRole('alert')).toHaveText(
      "This user doesn't accept messages from you.",
    );
    await expect(box).toHaveValue(token);
    await expect(option(ben.name)).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('the chat with the other recipient opens', async () => {
    await dialog.getByRole('button', { name: `Remove @${ben.name}` }).click();
    await expect(box).toBeFocused();
    await option(ann.name).click();
    await expect(dialog.getByText('accept messages')).toBeHidden();
    await next.click();
    await expect(dialog).toBeHidden();
    await expect(panel(page)).toContainText(`${ann.name} of Roost`);
    await expect(panel(page).getByRole('textbox', { name: /^Message to/ })).toBeFocused();
    // No message exists yet, so the list is still empty.
    await expect(empty(page)).toBeVisible();
  });

  await test.step('the first message adds the chat to the list', async () => {
    await sendTextByApi(page, ann.name, 'Hello Ann');
    await expect(rowOf(page, ann.name)).toContainText('You: Hello Ann');
    await expect(rowOf(page, ann.name).getByRole('link')).toHaveAttribute('aria-current', 'true');
  });
});
