import type { Page } from '@playwright/test';
import { PASSWORD } from './members.ts';

/** The next change at the path asks for a proof, as it does ten minutes after the last one. */
export async function expireProof(page: Page, path: string): Promise<void> {
  const body = { status: 'fail', code: 'reauth_required', message: '', methods: ['password'] };
  let isDue = true;
  await page.route(path, async (route) => {
    if (!isDue || route.request().method() === 'GET') return route.fallback();
    isDue = false;
    return route.fulfill({ status: 403, json: body });
  });
}

/** Answers the dialog that asks for a proof. */
export async function prove(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}
