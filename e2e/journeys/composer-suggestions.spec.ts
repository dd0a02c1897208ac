import { expect } from '@playwright/test';
import * as search from '@roost/contract/search';
import { newApiMember, newMemberAtHome, newName, writePost } from '../support/members.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { desktop, phone } from '../support/devices.ts';
import { urlOf } from '../support/endpoint-urls.ts';
import { variants } from '../support/matrix.ts';
import { test } from '../support/test.ts';

for (const { viewport } of variants(desktop, phone)) {
  test(`the composer suggests names and hashtags, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const tag = newName('tag');
    const theo = newName('theo');
    const page = await newMemberAtHome(browser, newName('mara'), { viewport });
    const other = await newApiMember(browser, theo);
    await writePost(other, `A #${tag}`);
    if (viewport.width < 768) await page.getByRole('button', { name: 'Post', exact: true }).click();
    const writing = page.getByRole('textbox', { name: 'Post text' }).last();
    const list = page.getByRole('listbox');

    await writing.pressSequentially(`Hello @${theo.slice(0, 8)}`);
    await expect(list.getByRole('option').filter({ hasText: `@${theo}` })).toBeVisible();
    await expect(list.getByRole('option', { selected: true })).toHaveCount(1);
    const active = await list.getByRole('option', { selected: true }).getAttribute('id');
    await expect(writing).toHaveAttribute('aria-activedescendant', active ?? '');
    await checkAccessibility(page, 'suggestions');
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(writing).toBeVisible();

    await writing.fill('');
    await writing.pressSequentially(`Hello @${theo}`);
    await expect(list.getByRole('option', { selected: true })).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(writing).toHaveValue(`Hello @${theo} `);
    await expect(list).toBeHidden();
    await writing.pressSequentially(`#${tag.slice(0, 9)}`);
    await expect(list.getByRole('option', { name: `#${tag}` })).toBeVisible();
    await expect(list).toHaveAttribute('aria-busy', 'false');
    await expect(list.getByRole('option', { selected: true })).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect(writing).toHaveValue(`Hello @${theo} #${tag} `);
    await expect(writing).toBeFocused();
    await writing.pressSequentially(`@${theo}`);
    await list
      .getByRole('option')
      .filter({ hasText: `@${theo}` })
      .click();
    await expect(writing).toHaveValue(`Hello @${theo} #${tag} @${theo} `);
    await expect(writing).toBeFocused();

    await test.step('Enter inserts no suggestion that does not match the text', async () => {
      await writing.fill('');
      await writing.pressSequentially(`@${theo.slice(0, 8)}`);
      await expect(list.getByRole('option', { selected: true })).toHaveCount(1);
      await page.route(urlOf(search.suggestMentions), () => {});
      // This text is new, so no cached answer matches.
      await writing.pressSequentially('zz');
      await page.keyboard.press('Enter');
      await expect(writing).toHaveValue(`@${theo.slice(0, 8)}zz\n`);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await writing.fill('');
      await writing.pressSequentially(`#${tag.slice(0, 9)}`);
      await expect(list).toHaveAttribute('aria-busy', 'false');
      await expect(list.getByRole('option', { name: `#${tag}` })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(writing).toHaveValue(`#${tag.slice(0, 9)}\n`);
    });
  });
}
