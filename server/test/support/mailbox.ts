import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** Reads the raw text of all sent mails, oldest first. */
export async function mailsIn(dataFolder: string): Promise<string[]> {
  const folder = join(dataFolder, 'mail');
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith('.eml'))
    .toSorted();
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

/** Waits for this many mails. Throws after ten seconds. */
export async function waitForMails(dataFolder: string, count: number): Promise<string[]> {
  for (let tries = 0; tries < 200; tries += 1) {
    const mails = await mailsIn(dataFolder);
    if (mails.length >= count) return mails;
    await wait(50);
  }
  throw new Error(`${count} mails were expected, but ${(await mailsIn(dataFolder)).length} came.`);
}

/** Finds the link in a mail. Removes soft line breaks first. */
export function linkIn(mail: string): URL {
  const text = mail.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
  const link = /https?:\/\/\S+\/reset-password\/[\w-]+/.exec(text)?.[0];
  if (!link) throw new Error('This mail has no link.');
  return new URL(link);
}

export function tokenIn(mail: string): string {
  return linkIn(mail).pathname.split('/').at(-1) as string;
}

/** Asks for a link to choose a new password, as the dialog does. */
export async function askForReset(
  app: TestApp,
  email: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return app.client().fetch('/api/auth/forgetPassword', {
    method: 'POST',
    body: JSON.stringify({ email }),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

/** Asks for a link and returns the mail it comes in. */
export async function resetMailFor(
  app: TestApp,
  email: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const before = (await mailsIn(app.dataFolder)).length;
  expect((await askForReset(app, email, headers)).status).toBe(200);
  return (await waitForMails(app.dataFolder, before + 1)).at(-1) as string;
}
