import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

const RESET = 'Choose a new password for Roost';

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

/** Waits for mails with this subject. Returns their raw text, oldest first. Throws after ten seconds. */
export async function mailsAbout(
  dataFolder: string,
  subject: string,
  count = 1,
): Promise<string[]> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = (await mailsIn(dataFolder)).filter(isAbout(subject));
    if (found.length >= count) return found;
    await wait(50);
  }
  throw new Error(`No ${count} mails about ${JSON.stringify(subject)} came.`);
}

function isAbout(subject: string) {
  return (mail: string) => mail.replace(/\r\n[ \t]+/g, ' ').includes(`\r\nSubject: ${subject}\r\n`);
}

/** Removes soft line breaks. */
export function plainText(mail: string): string {
  return mail.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
}

/** Finds the link in a mail. */
export function linkIn(mail: string, page = 'reset-password'): URL {
  const link = new RegExp(`https?://\\S+/${page}/[\\w-]+`).exec(plainText(mail))?.[0];
  if (!link) throw new Error('This mail has no link.');
  return new URL(link);
}

export function tokenIn(mail: string, page?: string): string {
  return linkIn(mail, page).pathname.split('/').at(-1) as string;
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
  const before = (await mailsIn(app.dataFolder)).filter(isAbout(RESET)).length;
  expect((await askForReset(app, email, headers)).status).toBe(200);
  return (await mailsAbout(app.dataFolder, RESET, before + 1)).at(-1) as string;
}
